import { GitExit } from "./transport/runner";
import { saidByGit } from "./transport/explain";
import type { GitSession } from "./session";

/** Branch name → the commit it points at; a branch that does not exist is left out. */
export type Positions = ReadonlyMap<string, string>;

const attempts = 3;

/** Asks the remote where branches stand: one round trip, which changes nothing here. */
export async function readPositions(
  { git, url, explain, fault }: GitSession,
  branches: readonly string[],
): Promise<Positions> {
  const refs = [...new Set(branches)].map((branch) => `refs/heads/${branch}`);
  try {
    const lines = (await git.run(["ls-remote", "--quiet", url, ...refs])).split("\n").filter((line) => line !== "");
    const positions = lines
      .map((line) => line.split("\t"))
      .flatMap(([id, ref]) =>
        id !== undefined && ref !== undefined && refs.includes(ref)
          ? [[ref.slice("refs/heads/".length), id] as const]
          : [],
      );
    return new Map(positions);
  } catch (error) {
    if (!(error instanceof GitExit)) throw error;
    throw (
      (await explain(error, "git-upload-pack")) ??
      fault(url.startsWith("ssh://") ? "missing-repository" : "unreachable", saidByGit(error.stderr))
    );
  }
}

/** Brings what the branches hold into the cache and tells where they stood. */
export async function fetchBranches(session: GitSession, branches: readonly string[]): Promise<Positions> {
  for (let attempt = 1; ; attempt++) {
    const positions = await readPositions(session, branches);
    if (await hasAll(session, positions)) return positions;
    try {
      await fetchObjects(session, [...positions.keys()]);
    } catch (error) {
      // Another process may have fetched the same, or a branch may be gone since: then asking again settles it.
      if (attempt === attempts || !(error instanceof GitExit)) throw error;
    }
    if (await hasAll(session, positions)) return positions;
    if (attempt === attempts)
      throw new GitExit("fetch", -1, { stderr: "the fetched commits are not in the local copy" });
  }
}

async function fetchObjects({ git, url }: GitSession, branches: readonly string[]): Promise<void> {
  const refspecs = branches.map((branch) => `+refs/heads/${branch}:refs/remotes/origin/${branch}`);
  await git.run(["fetch", "--progress", "--no-tags", "--no-write-fetch-head", url, ...refspecs]);
}

async function hasAll({ git }: GitSession, positions: Positions): Promise<boolean> {
  if (positions.size === 0) return true;
  const answer = await git.run(["cat-file", "--batch-check"], {
    input: [...positions.values()].map((id) => `${id}^{tree}\n`).join(""),
  });
  return answer.split("\n").filter((line) => / tree \d+$/.test(line)).length === positions.size;
}
