import { setTimeout as sleep } from "node:timers/promises";
import { createCommit } from "../git/commit";
import { push } from "../git/push";
import { readWith } from "../git/remote-state";
import type { RemoteRead } from "../git/remote-state";
import { withSession } from "../git/session";
import type { GitSession } from "../git/session";
import type { SealedFile } from "../model/file-tree";
import { assertNoIssues } from "../model/issue";
import type { Plan } from "../plan/plan-types";
import { commitMessage } from "../plan/report/commit-message";
import { planAgainst } from "./plan-against";
import { recordOf } from "./recorded";
import type { RecordedState, Wanted } from "./wanted";

/** Encrypts one sealed file; called at most once a file, however often the push is tried. */
export type Sealer = (path: string, file: SealedFile) => Promise<string>;

/** What a run left in the repository. */
export interface Published {
  /** What the environment's followed ref points at. */
  readonly revision: string;
  /** The commit that the run made; undefined when there was nothing to commit. */
  readonly commit: string | undefined;
  readonly plan: Plan;
  readonly recorded: RecordedState;
}

const attempts = 12;

/** Brings the repository to what is wanted by one commit or none, on whatever head it is pushed to. */
export async function publish(wanted: Wanted, stateDir: string, sealer: Sealer): Promise<Published> {
  const sealed = new Map<string, string>();
  return withSession(wanted.access, stateDir, async (session) => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const published = await publishOnce(session, wanted, async (path, file) => {
        const text = sealed.get(path) ?? (await sealer(path, file));
        sealed.set(path, text);
        return text;
      });
      if (published !== undefined) return published;
      await sleep(backoff(attempt));
    }
    throw session.fault("moved", `${attempts} attempts`);
  });
}

/** One attempt; undefined when somebody else's push came first. */
async function publishOnce(session: GitSession, wanted: Wanted, sealer: Sealer): Promise<Published | undefined> {
  const remote = await readWith(session);
  const plan = await planAgainst(remote, wanted);
  assertNoIssues(plan.conflicts);
  const seals = new Map<string, string>();
  for (const [path, file] of plan.seals) seals.set(path, await sealer(path, file));
  const commit = await commitPlan(session, { remote, plan, seals, wanted });
  const position = commit ?? remote.head?.revision;
  if (position === undefined) throw session.fault("local", "there is nothing to commit, and the branch does not exist");
  if (plan.changed) {
    const { branch, followedRef } = session.access;
    const before = [
      [branch, remote.head?.revision],
      [followedRef, remote.followed?.revision],
    ] as const;
    const known = before.flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]));
    const release = plan.release === undefined ? undefined : position;
    if ((await push(session, { commit, release, before: new Map(known) })) === "moved") return undefined;
  }
  return { revision: position, commit, plan, recorded: recordOf(plan, wanted, { head: position, seals }) };
}

interface Attempt {
  readonly remote: RemoteRead;
  readonly plan: Plan;
  readonly seals: ReadonlyMap<string, string>;
  readonly wanted: Wanted;
}

async function commitPlan(session: GitSession, { remote, plan, seals, wanted }: Attempt): Promise<string | undefined> {
  if (plan.writes.size + seals.size + plan.deletes.size === 0) return undefined;
  const { environment, environments, source } = wanted;
  return createCommit(session, {
    parent: remote.head?.revision,
    writes: new Map([...plan.writes, ...seals]),
    deletes: plan.deletes,
    message: commitMessage(plan, { environment, environments, before: remote.head?.files ?? new Map() }),
    trailers: { environment, source, left: [...plan.left].sort() },
  });
}

/** Milliseconds: up to 0.2 s at first, up to 3 s in the end. */
function backoff(attempt: number): number {
  return Math.random() * Math.min(3000, 100 * 2 ** attempt);
}
