import { withoutCredentials, type GitAccess } from "./access";
import { push, type PushRequest } from "./push";
import { readPositions } from "./remote";
import type { Positions } from "./remote";
import type { GitSession } from "./session";
import { GitFault } from "./transport/fault";
import { GitExit } from "./transport/runner";

/** How one mirror stands after a run. */
export interface MirrorState {
  /** Safe to print. */
  readonly url: string;
  /** What keeps it from holding what the repository holds; undefined where nothing does. */
  readonly behind: string | undefined;
}

/** Brings every mirror to where the repository's branches stand; one that cannot be reached, or went its own way, is reported. */
export async function syncMirrors(session: GitSession, targets: Positions): Promise<readonly MirrorState[]> {
  const states: MirrorState[] = [];
  for (const [index, mirror] of (session.access.mirrors ?? []).entries()) {
    const access = { ...session.access, ...mirror };
    states.push(await syncMirror(session, { access, targets, name: `mirror-${index}` }));
  }
  return states;
}

interface Mirroring {
  readonly access: GitAccess;
  readonly targets: Positions;
  readonly name: string;
}

async function syncMirror(session: GitSession, { access, targets, name }: Mirroring): Promise<MirrorState> {
  const url = withoutCredentials(access.url);
  let before: Positions | undefined;
  try {
    const mirror = await session.at(access, name);
    before = await readPositions(mirror, [access.branch, access.followedRef]);
    const strayed = await strayedFrom(session, access, { before, targets });
    if (strayed !== undefined) return { url, behind: strayed };
    const moves = movesOf(access, before, targets);
    if (moves.commit === undefined && moves.release === undefined) return { url, behind: undefined };
    if ((await push(mirror, { ...moves, before })) === "pushed") return { url, behind: undefined };
    return { url, behind: `${again} Somebody else pushed to it at the same time.\n${standing(before, targets)}` };
  } catch (error) {
    if (error instanceof GitFault) return { url, behind: `${again} ${error.message}\n${standing(before, targets)}` };
    throw error;
  }
}

const again = "The next update tries again.";

interface Sides {
  readonly before: Positions;
  readonly targets: Positions;
}

/**
 * Why a mirror's branch cannot be brought forward: it holds commits that the repository's lacks, and no push here forces a branch. The
 * local copy has all of the repository's branch, so that a commit that is not there is none of it.
 */
async function strayedFrom(
  { git }: GitSession,
  { url, branch }: GitAccess,
  { before, targets }: Sides,
): Promise<string | undefined> {
  const [there, here] = [before.get(branch), targets.get(branch)];
  if (there === undefined || here === undefined || there === here) return undefined;
  const contained = await git.run(["merge-base", "--is-ancestor", there, here]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof GitExit) return false;
      throw error;
    },
  );
  if (contained) return undefined;
  const address = withoutCredentials(url);
  return (
    `Its history is another one, and no update can mend that: ${branch} stands at ${there} there, which ${branch} of the repository, at ${here}, does not hold. ` +
    `If it is the right mirror, and what only it holds may go, run \`git push --force-with-lease=${branch}:${there} ${address} ${here}:${branch}\` in a clone of the repository. ` +
    "If not, correct its URL in mirrors."
  );
}

function movesOf(
  { branch, followedRef }: GitAccess,
  before: Positions,
  targets: Positions,
): Pick<PushRequest, "commit" | "release"> {
  const move = (ref: string): string | undefined =>
    targets.get(ref) === before.get(ref) ? undefined : targets.get(ref);
  return { commit: move(branch), release: followedRef === branch ? undefined : move(followedRef) };
}

/** Where each branch stands there, and in the repository. */
function standing(there: Positions | undefined, targets: Positions): string {
  const at = (id: string | undefined): string => (id === undefined ? "does not exist" : `stands at ${id.slice(0, 12)}`);
  return [...targets]
    .filter(([branch, id]) => there?.get(branch) !== id)
    .map(([branch, id]) => {
      const state = there === undefined ? "is not known" : at(there.get(branch));
      return `${branch} ${state} there; in the repository it ${at(id)}`;
    })
    .join("\n");
}
