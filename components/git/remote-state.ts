import type { ForeignEdit, Head, WrittenFile } from "../plan/head";
import type { GitAccess } from "./access";
import { readHistory } from "./read/history";
import { fetchBranches } from "./remote";
import type { GitSession } from "./session";
import { withSession } from "./session";
import { readFiles, readHead } from "./read/tree";
import { GitFault } from "./transport/fault";

/** What the repository holds, read once. */
export interface RemoteRead {
  readonly kind: "read";
  /** The branch; undefined when it does not exist. */
  readonly head: Head | undefined;
  /** What the environment's followed ref points at; the same as `head` when it follows the branch. */
  readonly followed: Head | undefined;
  /** Whether every commit of the followed ref is in the branch. */
  readonly followedContained: boolean;
  readonly written: ReadonlyMap<string, WrittenFile>;
  readonly edits: ReadonlyMap<string, ForeignEdit>;
  /** Commit of the branch → how many are newer. */
  readonly ages: ReadonlyMap<string, number>;
  /** Texts at head by path; paths that it lacks are left out. */
  read(paths: Iterable<string>): Promise<ReadonlyMap<string, string>>;
  /** The same of the followed ref. */
  readFollowed(paths: Iterable<string>): Promise<ReadonlyMap<string, string>>;
}

/** A repository that could not be read. */
export interface RemoteUnavailable {
  readonly kind: "unavailable";
  readonly fault: GitFault;
}

/** The repository, or why it could not be read. */
export type RemoteState = RemoteRead | RemoteUnavailable;

/** Reads the branch and the followed ref; never writes to the repository. */
export async function readRemote(access: GitAccess, stateDir: string): Promise<RemoteState> {
  try {
    return await withSession(access, stateDir, (session) =>
      readWith(session, (use) => withSession(access, stateDir, use)),
    );
  } catch (error) {
    if (error instanceof GitFault) return { kind: "unavailable", fault: error };
    throw error;
  }
}

/** Runs one more operation on the same remote, after the session that read it has ended. */
type Reopen = <T>(use: (session: GitSession) => Promise<T>) => Promise<T>;

/** The same inside a session that goes on. */
export async function readWith(session: GitSession, reopen: Reopen = (use) => use(session)): Promise<RemoteRead> {
  const { branch, followedRef } = session.access;
  const positions = await fetchBranches(session, [branch, followedRef]);
  const [at, followedAt] = [positions.get(branch), positions.get(followedRef)];
  const head = at === undefined ? undefined : await readHead(session, at);
  const followed =
    followedAt === at ? head : followedAt === undefined ? undefined : await readHead(session, followedAt);
  const history =
    at === undefined ? { written: new Map(), edits: new Map(), ages: new Map() } : await readHistory(session, at);
  const reader = (of: Head | undefined) => (paths: Iterable<string>) =>
    of === undefined ? Promise.resolve(new Map<string, string>()) : reopen((again) => readFiles(again, of, paths));
  return {
    kind: "read",
    head,
    followed,
    followedContained:
      followedAt === undefined || followedAt === at || (at !== undefined && (await contains(session, at, followedAt))),
    ...history,
    read: reader(head),
    readFollowed: reader(followed),
  };
}

async function contains({ git }: GitSession, branch: string, commit: string): Promise<boolean> {
  return (await git.run(["rev-list", "--max-count=1", commit, `^${branch}`])).trim() === "";
}
