import { counted } from "../model/wording/words";
import { setTimeout as sleep } from "node:timers/promises";
import { createCommit } from "../git/commit";
import { syncMirrors } from "../git/mirror";
import type { MirrorState } from "../git/mirror";
import { push, type PushOutcome, type PushRequest } from "../git/push";
import type { Positions } from "../git/remote";
import { readWith } from "../git/remote-state";
import type { RemoteRead } from "../git/remote-state";
import { withSession, type GitSession } from "../git/session";
import { GitFault } from "../git/transport/fault";
import type { SealedFile } from "../model/file-tree";
import { assertNoIssues } from "../model/issue";
import type { Plan } from "../plan/plan-types";
import { commitMessage } from "../plan/report/commit-message";
import { describePlan } from "../plan/report/describe";
import { planAgainst } from "./plan-against";
import { applicableRecord } from "./record/applicable";
import { recordOf } from "./record/recorded";
import { propose } from "./review/propose";
import type { RecordedState, Wanted } from "./wanted";
import { leaveFiles } from "./worktree/leave-files";
import { recordOfHanded } from "./worktree/record-of-handed";

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
  readonly mirrors: readonly MirrorState[];
}

const patience = { attempts: 60, milliseconds: 180_000 };

/** Brings the repository to what is wanted by one commit or none, on whatever head it is pushed to. @throws ReviewPending */
export async function publish(wanted: Wanted, stateDir: string, sealer: Sealer): Promise<Published> {
  const { attempts, milliseconds } = wanted.patience ?? patience;
  const sealed = new Map<string, string>();
  const sealOnce: Sealer = async (path, file) => {
    const text = sealed.get(path) ?? (await sealer(path, file));
    sealed.set(path, text);
    return text;
  };
  return withSession(wanted.access, stateDir, async (session) => {
    const begun = Date.now();
    for (let attempt = 1; ; attempt++) {
      const published = await publishOnce(session, wanted, sealOnce);
      if (published !== undefined) return published;
      const spent = Date.now() - begun;
      if (attempt >= attempts || spent >= milliseconds)
        throw session.fault("moved", `${counted(attempt, "attempt")} in ${Math.ceil(spent / 1000)} s`);
      await sleep(backoff(attempt));
    }
  });
}

/** One attempt; undefined when somebody else's push came first. */
async function publishOnce(session: GitSession, wanted: Wanted, sealer: Sealer): Promise<Published | undefined> {
  const remote = await readWith(session);
  const plan = await planAgainst(remote, wanted);
  assertNoIssues(plan.conflicts);
  const step: Step = { session, remote, plan, wanted, seals: new Map(), sealer };
  if (wanted.worktree !== undefined) return leavePlan(step, wanted.worktree);
  const commits = plan.writes.size + plan.seals.size + plan.deletes.size > 0;
  if (commits && remote.head !== undefined && wanted.review !== undefined)
    return proposePlan(step, remote.head.revision, wanted.review);
  const commit = commits ? await commitPlan(step) : undefined;
  const position = commit ?? remote.head?.revision;
  if (position === undefined) throw session.fault("local", "there is nothing to commit, and the branch does not exist");
  const before = positionsOf(session, remote.head?.revision, remote.followed?.revision);
  const release = plan.release === undefined ? undefined : position;
  if (plan.changed && (await pushPlan(session, { commit, release, before })) === "moved") return undefined;
  const mirrors = await syncMirrors(session, positionsOf(session, position, release ?? remote.followed?.revision));
  return {
    revision: position,
    commit,
    plan,
    recorded: recordOf(plan, wanted, { head: position, seals: step.seals }),
    mirrors,
  };
}

/** A branch that takes changes by review alone declines every push: then another mode is the remedy. */
async function pushPlan(session: GitSession, request: PushRequest): Promise<PushOutcome> {
  try {
    return await push(session, request);
  } catch (error) {
    if (!(error instanceof GitFault) || error.code !== "declined") throw error;
    const remedy = `Where ${session.access.branch} takes changes by pull request only, set \`mode: pull-request\``;
    throw new GitFault("declined", error.subject, `${error.detail}\n${remedy}`.trim());
  }
}

interface Step {
  readonly session: GitSession;
  readonly remote: RemoteRead;
  readonly plan: Plan;
  readonly wanted: Wanted;
  /** Path → ciphertext, filled when the commit is made. */
  readonly seals: Map<string, string>;
  readonly sealer: Sealer;
}

async function commitPlan({ session, remote, plan, wanted, seals, sealer }: Step): Promise<string> {
  for (const [path, file] of plan.seals) seals.set(path, await sealer(path, file));
  const { environment, source } = wanted;
  return createCommit(session, {
    parent: remote.head?.revision,
    writes: new Map([...plan.writes, ...seals]),
    deletes: plan.deletes,
    message: messageOf({ plan, wanted, remote }),
    trailers: { environment, source, left: [...plan.left].sort(), seals: digestsOf(plan, wanted) },
  });
}

/** Nothing is pushed: people commit the files, and the next run finds them in the branch. */
async function leavePlan({ remote, plan, wanted, sealer, seals }: Step, folder: string): Promise<Published> {
  const texts = await leaveFiles({ folder, remote, plan, wanted, seal: sealer });
  const { head } = remote;
  const waits = plan.writes.size + plan.seals.size + plan.deletes.size > 0;
  const recorded = waits
    ? recordOfHanded(plan, wanted, { head, texts, known: applicableRecord(remote, wanted).recorded })
    : recordOf(plan, wanted, { head: head?.revision ?? "", seals });
  return { revision: head?.revision ?? "", commit: undefined, plan, recorded, mirrors: [] };
}

function proposePlan(step: Step, head: string, { forge, text }: NonNullable<Wanted["review"]>): Promise<never> {
  const { session, plan, wanted } = step;
  const [title = "", ...files] = messageOf(step).split("\n");
  return propose(session, {
    environment: wanted.environment,
    plan,
    head,
    digests: digestsOf(plan, wanted),
    commit: () => commitPlan(step),
    title,
    forge,
    body: text ?? [...describePlan(plan), ...files].join("\n").trim(),
  });
}

function messageOf({ plan, wanted, remote }: Pick<Step, "plan" | "wanted" | "remote">): string {
  const { environment, environments } = wanted;
  return commitMessage(plan, { environment, environments, before: remote.head?.files ?? new Map() });
}

function digestsOf(plan: Plan, { digests }: Wanted): Readonly<Record<string, string>> {
  return Object.fromEntries([...(digests ?? [])].filter(([path]) => plan.seals.has(path)));
}

function positionsOf({ access }: GitSession, head: string | undefined, followed: string | undefined): Positions {
  const positions = [[access.followedRef, followed] as const, [access.branch, head] as const];
  return new Map(positions.flatMap(([branch, id]) => (id === undefined ? [] : [[branch, id] as const])));
}

/**
 * Milliseconds: up to 0.1 s at first, up to 1 s in the end. Whoever lost waits for less than a push takes: longer waits would leave the
 * branch to a writer that never waits.
 */
function backoff(attempt: number): number {
  return Math.random() * Math.min(1000, 50 * 2 ** attempt);
}
