import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const project = resolve(__dirname, "..", "..", "..");

/** A checkout of this project in a temporary folder, whose source a test may edit; its platform lives in its own state folder. */
export interface Checkout {
  readonly folder: string;
  readonly root: string;
  /** Runs one of the project's commands as a user does: `start`, `local`. */
  readonly npm: (command: string, ...args: readonly string[]) => Promise<CommandResult>;
  /** Replaces one text of a source file by another, and commits that. */
  readonly edit: (path: string, from: string | RegExp, to: string) => void;
  /** Commits whatever a test has written. */
  readonly commit: (message: string) => void;
  /** Takes the last edit back. */
  readonly revert: () => void;
  readonly remove: () => Promise<void>;
}

/** How a command ended. */
export interface CommandResult {
  readonly status: number;
  /** What it printed on both streams, in order of arrival. */
  readonly output: string;
}

/** Copies what git tracks or would track, and shares node_modules. */
export function makeCheckout(): Checkout {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "flux-monorepo-e2e-")));
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: project,
    encoding: "utf8",
  });
  for (const path of listed.split("\0").filter((name) => name !== "" && existsSync(join(project, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(project, path), join(folder, path));
  }
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  // A pattern that ends in a slash does not match the link.
  writeFileSync(join(folder, ".gitignore"), `${readFileSync(join(folder, ".gitignore"), "utf8")}node_modules\n`);
  git(folder, "init", "--quiet", "--initial-branch=main");
  commit(folder, "Copy the project");
  const npm: Checkout["npm"] = (command, ...args) => runNpm(folder, command, args);
  return {
    folder,
    root: join(folder, ".flux-monorepo"),
    npm,
    edit: (path, from, to) => {
      const text = readFileSync(join(folder, path), "utf8");
      const edited = text.replace(from, to);
      if (edited === text) throw new Error(`${path} does not contain ${String(from)}`);
      writeFileSync(join(folder, path), edited);
      commit(folder, `Edit ${path}`);
    },
    commit: (message) => {
      commit(folder, message);
    },
    revert: () => void git(folder, "revert", "--no-edit", "HEAD"),
    remove: async () => {
      await npm("local", "down");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Files of the checkout that differ from what is committed, ignored ones aside. */
export function changedFiles(checkout: Checkout): string {
  return git(checkout.folder, "status", "--porcelain");
}

function commit(folder: string, message: string): void {
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--allow-empty", "--message", message);
}

function git(folder: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
  return execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
}

function runNpm(folder: string, command: string, args: readonly string[]): Promise<CommandResult> {
  return new Promise((done, fail) => {
    const env = { ...process.env, FLUX_MONOREPO_STATE: "" };
    const child = spawn(process.execPath, ["cli/bootstrap.mjs", command, ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (process.env["SHOW_OUTPUT"] !== undefined) process.stdout.write(text);
      });
    }
    child.on("error", fail);
    child.on("close", (status) => {
      done({ status: status ?? 1, output });
    });
  });
}
