import { isDeepStrictEqual } from "node:util";
import { readRemote } from "../git/remote-state";
import type { HostedProvider } from "../hosted-provider";
import { assertNoIssues } from "../model/issue";
import { blobId } from "../plan/head";
import { resolveTool } from "../../tools/resolve";
import { secretManifest } from "../sops/secret-manifest";
import { seal } from "../sops/seal";
import { accessOf, isAccessUnknown, stateFolder, wantedOf } from "./inputs";
import type { CommitInputs, CommitState } from "./inputs";
import { planAgainst } from "./plan-against";
import { publish } from "./publish";
import type { Sealer } from "./publish";
import { packRecorded } from "./recorded";
import { readDrift } from "./drift";
import type { Wanted } from "./wanted";

/** Plans against the repository at every diff, and publishes the plan of the moment at an update. */
export const provider: HostedProvider = {
  check: (_olds: CommitInputs, news: CommitInputs) => Promise.resolve({ inputs: news }),
  diff: async (_id, olds: CommitState, news: CommitInputs) => ({ changes: await isChanged(olds, news) }),
  create: async (inputs: CommitInputs) => ({ id: inputs.environment, outs: await run(inputs, undefined) }),
  update: async (_id, olds: CommitState, news: CommitInputs) => ({ outs: await run(news, olds) }),
  read: async (id, state: CommitState) => ({ id: id ?? state.environment, props: state, ...(await readDrift(state)) }),
  // The repository outlives the stack.
  delete: () => Promise.resolve(),
};

/** Whether an update would change the repository, or what the state must know to reach it. @throws IssuesError */
async function isChanged(olds: CommitState, news: CommitInputs): Promise<boolean> {
  const reached = isDeepStrictEqual([olds.repository, olds.credentials], [news.repository, news.credentials]);
  const wanted = await wantedOf(news, olds);
  if (isAccessUnknown(news)) return true;
  const remote = await readRemote(wanted.access, stateFolder());
  if (remote.kind === "unavailable") {
    console.warn(`${remote.fault.message}\nThe change is shown against what was written last.`);
    return !reached || isChangedSinceRecorded(wanted);
  }
  const plan = await planAgainst(remote, wanted);
  assertNoIssues(plan.conflicts);
  return plan.changed || !reached;
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
  const { files, ...kept } = inputs;
  const published = await publish(await wantedOf(inputs, state), stateFolder(), sealer(inputs.secrets));
  return { ...kept, revision: published.revision, ...packRecorded(published.recorded) };
}

function sealer(values: CommitInputs["secrets"]): Sealer {
  return async (path, { secret, recipients }) => {
    const { path: sops } = await resolveTool("sops");
    return seal({ sops, manifest: secretManifest(path, secret, values), recipients });
  };
}
