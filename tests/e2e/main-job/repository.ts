import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The embedded repository as a test sees it, straight from its files. */
export interface Repository {
  /** Commit of a branch; undefined when there is none. */
  readonly head: (branch: string) => string | undefined;
  readonly commits: (branch: string) => number;
  readonly files: (branch: string) => readonly string[];
  readonly read: (branch: string, path: string) => string;
  /** Whether any object of any commit contains a text. */
  readonly mentions: (text: string) => boolean;
}

/** Opens the repository of a state folder. */
export function openRepository(root: string): Repository {
  const folder = join(root, "local", "git", "repositories", "monorepo.git");
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["--git-dir", folder, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  const lines = (text: string): readonly string[] => text.split("\n").filter((line) => line !== "");
  return {
    head: (branch) => lines(git("for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`))[0],
    commits: (branch) => lines(git("rev-list", branch)).length,
    files: (branch) => lines(git("ls-tree", "-r", "--name-only", branch)),
    read: (branch, path) => git("show", `${branch}:${path}`),
    mentions: (text) => git("log", "--all", "--patch", "--text").includes(text),
  };
}
