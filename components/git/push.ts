import { GitExit } from "./transport/runner";
import { readPositions } from "./remote";
import type { Positions } from "./remote";
import { saidByGit } from "./transport/explain";
import type { GitSession } from "./session";

/** Where branches are to stand, and where they stood when that was decided. */
export interface PushRequest {
  /** New position of the branch; undefined when it does not change. */
  readonly commit: string | undefined;
  /** New position of the followed ref, where that is a ref of its own that moves. */
  readonly release: string | undefined;
  readonly before: Positions;
}

/** `moved`: somebody else's push came first, and nothing of ours is there. */
export type PushOutcome = "pushed" | "moved";

const silentSeconds = 300;

/**
 * Moves the branch and the followed ref together, or neither. The branch only ever goes forward; the followed ref moves from
 * where it was seen, to wherever it is told. What happened is read from the remote's refs, not from what git says.
 */
export async function push(session: GitSession, request: PushRequest): Promise<PushOutcome> {
  const { git, url, access } = session;
  const targets = targetsOf(session, request);
  const lease =
    request.release === undefined
      ? []
      : [`--force-with-lease=refs/heads/${access.followedRef}:${request.before.get(access.followedRef) ?? ""}`];
  const refspecs = [...targets].map(([branch, id]) => `${id}:refs/heads/${branch}`);
  try {
    await git.run(["push", "--porcelain", "--progress", "--atomic", ...lease, url, ...refspecs], { silentSeconds });
  } catch (error) {
    if (!(error instanceof GitExit)) throw error;
    return await outcomeOf(session, request, error);
  }
  await remember(session, targets);
  return "pushed";
}

function targetsOf({ access }: GitSession, { commit, release }: PushRequest): Positions {
  const targets = new Map<string, string>();
  if (commit !== undefined) targets.set(access.branch, commit);
  if (release !== undefined) targets.set(access.followedRef, release);
  return targets;
}

/** The answer to a push may be lost although it arrived, and a refusal may only mean that others were faster. */
async function outcomeOf(session: GitSession, request: PushRequest, exit: GitExit): Promise<PushOutcome> {
  const { access } = session;
  const now = await readPositions(session, [access.branch, access.followedRef]);
  const targets = targetsOf(session, request);
  if ([...targets].every(([branch, id]) => now.get(branch) === id)) return "pushed";
  if ([...targets.keys()].some((branch) => now.get(branch) !== request.before.get(branch))) return "moved";
  const refused = exit.stdout.split("\n").filter((line) => line.startsWith("!"));
  const said = exit.stderr.split("\n").filter((line) => line.startsWith("remote:"));
  const text = [...refused.map((line) => line.split("\t").slice(1).join(" ")), ...said].join("\n");
  if (refused.length > 0) throw session.fault("declined", text);
  throw (
    (await session.explain(exit, "git-receive-pack")) ??
    session.fault(session.url.startsWith("ssh://") ? "authorisation" : "unreachable", saidByGit(exit.stderr))
  );
}

/** Lets the next fetch start from what was pushed; another process may hold the ref's lock, and then nothing is lost. */
async function remember({ git }: GitSession, targets: Positions): Promise<void> {
  const lines = [...targets].map(([branch, id]) => `update refs/remotes/origin/${branch} ${id}\n`);
  await git.run(["update-ref", "--stdin"], { input: lines.join("") }).catch(() => undefined);
}
