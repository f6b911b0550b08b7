import type { GitAccess } from "./access";
import { push } from "./push";
import { readPositions } from "./remote";
import type { Positions } from "./remote";
import type { GitSession } from "./session";
import { GitFault } from "./transport/fault";

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
  try {
    const mirror = await session.at(access, name);
    const { branch, followedRef } = access;
    const before = await readPositions(mirror, [branch, followedRef]);
    const [commit, followed] = [targets.get(branch), followedRef === branch ? undefined : targets.get(followedRef)];
    const moves = {
      commit: commit === before.get(branch) ? undefined : commit,
      release: followed === before.get(followedRef) ? undefined : followed,
    };
    if (moves.commit === undefined && moves.release === undefined) return { url: mirror.url, behind: undefined };
    const outcome = await push(mirror, { ...moves, before });
    return {
      url: mirror.url,
      behind: outcome === "pushed" ? undefined : "somebody else pushed to it at the same time",
    };
  } catch (error) {
    if (error instanceof GitFault) return { url: error.subject, behind: error.message };
    throw error;
  }
}
