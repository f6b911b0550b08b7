import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A bare repository in a temporary folder, with people who work on it by plain git. */
export class Scratch {
  readonly root = mkdtempSync(join(tmpdir(), "flux-monorepo-git-"));
  readonly url = join(this.root, "monorepo.git");
  readonly stateDir = join(this.root, "state");

  constructor() {
    this.git(this.root, "init", "--quiet", "--bare", "--initial-branch=trunk", this.url);
  }

  /** Standard output of git in a folder, with no settings but its own. */
  git(folder: string, ...args: readonly string[]): string {
    const env = {
      PATH: process.env["PATH"],
      HOME: this.root,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Ada",
      GIT_AUTHOR_EMAIL: "ada@example.org",
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.org",
    };
    return execFileSync("git", args, {
      cwd: folder,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1e9,
    }).trim();
  }

  /** A commit of a person on the branch: path → content, null removes; gives its id. */
  person(
    files: Readonly<Record<string, string | null | { readonly leadsTo: string }>>,
    options: { readonly branch?: string; readonly amend?: boolean; readonly message?: string } = {},
  ): string {
    const { branch = "main", amend = false, message = "Edit by hand" } = options;
    const clone = mkdtempSync(join(this.root, "person-"));
    this.git(clone, "init", "--quiet", `--initial-branch=${branch}`);
    this.git(clone, "remote", "add", "origin", this.url);
    if (this.revision(branch) !== "") {
      this.git(clone, "fetch", "--quiet", "origin", branch);
      this.git(clone, "reset", "--quiet", "--hard", "FETCH_HEAD");
    }
    for (const [path, content] of Object.entries(files)) {
      if (content === null) rmSync(join(clone, path));
      else {
        mkdirSync(dirname(join(clone, path)), { recursive: true });
        if (typeof content === "string") writeFileSync(join(clone, path), content);
        else symlinkSync(content.leadsTo, join(clone, path));
      }
    }
    this.git(clone, "add", "--all", "--force");
    this.git(clone, "commit", "--quiet", ...(amend ? ["--amend", "--no-edit"] : ["-m", message]));
    this.git(clone, "push", "--quiet", "--force", "origin", `HEAD:refs/heads/${branch}`);
    rmSync(clone, { recursive: true });
    return this.revision(branch);
  }

  /** Where a branch of the repository stands; empty where it does not exist. */
  revision(branch = "main"): string {
    return this.git(this.url, "for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);
  }

  files(branch = "main"): readonly string[] {
    return this.git(this.url, "ls-tree", "-r", "--name-only", branch).split("\n");
  }

  content(path: string, branch = "main"): string {
    return this.git(this.url, "show", `${branch}:${path}`);
  }

  /** Number of commits of a branch. */
  commits(branch = "main"): number {
    return this.revision(branch) === "" ? 0 : Number(this.git(this.url, "rev-list", "--count", branch));
  }

  message(branch = "main"): string {
    return this.git(this.url, "log", "-1", "--format=%B", branch);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
