import { isDeepStrictEqual } from "node:util";
import { readRemote, type RemoteRead } from "../git/remote-state";
import { GitFault } from "../git/transport/fault";
import { GitHubFailure } from "../github/api/call";
import type { HostedProvider } from "../hosted-provider";
import { assertNoIssues, IssuesError } from "../model/issue";
import { blobId } from "../plan/head";
import type { Plan } from "../plan/plan-types";
import { resolveTool } from "../../tools/resolve";
import { secretManifest } from "../sops/secret-manifest";
import { seal } from "../sops/seal";
import { accessOf, isAccessUnknown, keptInputs, stateFolder, wantedOf } from "./inputs";
import type { CommitInputs, CommitState } from "./inputs";
import { planAgainst } from "./plan-against";
import { publish } from "./publish";
import type { Sealer } from "./publish";
import { isRecordHeld } from "./record/applicable";
import { writeRecord } from "./record/record-file";
import { packRecorded, recordOf } from "./record/recorded";
import { readDrift } from "./drift";
import { ReviewPending } from "./review/propose";
import type { Wanted } from "./wanted";

/** Plans against the repository at every diff, and publishes the plan of the moment at an update. */
export const provider: HostedProvider = {
  check: (_olds: CommitInputs, news: CommitInputs) => Promise.resolve({ inputs: news }),
  diff: (_id, olds: CommitState, news: CommitInputs) => briefly(async () => ({ changes: await isChanged(olds, news) })),
  create: (inputs: CommitInputs) =>
    briefly(async () => ({ id: inputs.environment, outs: await run(inputs, undefined) })),
  update: (_id, olds: CommitState, news: CommitInputs) => briefly(async () => ({ outs: await run(news, olds) })),
  read: (id, state: CommitState) => briefly(async () => ({ id, ...(await readDrift(state)) })),
  // The repository outlives the stack.
  delete: () => Promise.resolve(),
};

/** Whether an update would change the repository, or what the state must know to reach it. @throws IssuesError */
async function isChanged(olds: CommitState, news: CommitInputs): Promise<boolean> {
  const reached = isDeepStrictEqual(accessOf(olds), accessOf(news)) && Object.keys(olds.mirrorsBehind).length === 0;
  const wanted = await wantedOf(news, olds);
  if (isAccessUnknown(news)) return true;
  const remote = await readRemote(wanted.access, stateFolder());
  // The program itself has warned.
  if (remote.kind === "unavailable") return !reached || isChangedSinceRecorded(wanted);
  const plan = await planAgainst(remote, wanted);
  // A refresh compares as well, and must be able to show what others did.
  if (olds.drifted !== true) assertNoIssues(plan.conflicts);
  return plan.changed || plan.conflicts.length > 0 || !reached || isRecordStale(remote, plan, wanted);
}

/** Whether the branch holds wanted files that others put there, or is another one: then the state has to learn whose they are. */
function isRecordStale(remote: RemoteRead, plan: Plan, wanted: Wanted): boolean {
  if (wanted.recorded !== undefined && !isRecordHeld(remote, wanted.recorded)) return true;
  const { written } = recordOf(plan, wanted, { head: "", seals: new Map() });
  return !isDeepStrictEqual(written, wanted.recorded?.written);
}

/** Without the repository, what was written last stands for it. */
function isChangedSinceRecorded({ tree, recorded, digests, environment }: Wanted): boolean {
  const own = [...tree].filter(([, file]) => file.kind === "text" || file.environment === environment);
  if (own.length !== recorded?.written.size) return true;
  return own.some(([path, file]) => {
    if (file.kind === "text") return recorded.written.get(path) !== blobId(file.content);
    return digests?.has(path) === true && recorded.seals.get(path)?.digest !== digests.get(path);
  });
}

async function run(inputs: CommitInputs, state: CommitState | undefined): Promise<CommitState> {
  const wanted = await wantedOf(inputs, state);
  const { revision, recorded, mirrors, plan } = await publish(wanted, stateFolder(), sealer(inputs.secrets));
  await writeRecord(stateFolder(), inputs.environment, recorded);
  if (wanted.worktree !== undefined && plan.changed)
    console.warn(`The files are in ${wanted.worktree}: commit them there and push to ${wanted.access.branch}.`);
  const behind = mirrors.flatMap(({ url, behind: why }) => (why === undefined ? [] : [[url, why] as const]));
  return { ...keptInputs(inputs), revision, mirrorsBehind: Object.fromEntries(behind), ...packRecorded(recorded) };
}

/** The engine's provider host prints an error's stack beside its message, which says all of it already. */
async function briefly<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const known = [IssuesError, GitFault, GitHubFailure, ReviewPending].some((kind) => error instanceof kind);
    if (known && error instanceof Error) error.stack = "";
    throw error;
  }
}

function sealer(values: CommitInputs["secrets"]): Sealer {
  return async (path, { secret, recipients }) => {
    const { path: sops } = await resolveTool("sops");
    return seal({ sops, manifest: secretManifest(path, secret, values), recipients });
  };
}
