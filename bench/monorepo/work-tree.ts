import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** An empty bare repository in a folder. */
export function bareRepository(folder: string): string {
  const url = join(folder, "monorepo.git");
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main", url);
  return url;
}

/** A work tree in a folder whose `origin` is an empty bare repository beside it. */
export function emptyClone(folder: string): string {
  const work = join(folder, "work");
  git(folder, "init", "--quiet", "--initial-branch=main", work);
  git(work, "remote", "add", "origin", bareRepository(folder));
  return work;
}

/** What a person does with a changed work tree. */
export function addCommitPush(work: string): void {
  git(work, "add", "--all");
  git(work, "commit", "--quiet", "--message", "Update");
  git(work, "push", "--quiet", "origin", "main");
}

function git(folder: string, ...args: readonly string[]): void {
  const person = (role: string): Record<string, string> => ({
    [`GIT_${role}_NAME`]: "Ada",
    [`GIT_${role}_EMAIL`]: "ada@example.org",
  });
  // Maintenance would go on in the background, after the sample.
  const settings = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "maintenance.auto", GIT_CONFIG_VALUE_0: "false" };
  const plain = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", ...settings };
  const env = { PATH: process.env["PATH"], HOME: folder, ...plain, ...person("AUTHOR"), ...person("COMMITTER") };
  execFileSync("git", args, { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
}
