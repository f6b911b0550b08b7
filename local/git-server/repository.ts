import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lastLines, run } from "../../tools/run";
import { gitEnvironment } from "./git-environment";

const settings: readonly (readonly [string, string])[] = [
  ["http.receivepack", "true"],
  ["receive.advertiseAtomic", "true"],
  ["uploadpack.allowAnySHA1InWant", "true"],
  // Housekeeping ends with the push that caused it, so that `down` never meets it.
  ["gc.autoDetach", "false"],
];

/** Creates an empty bare repository whose HEAD is `main`; leaves an existing one alone. */
export async function ensureRepository(path: string): Promise<void> {
  if (existsSync(join(path, "HEAD"))) return;
  rmSync(path, { recursive: true, force: true });
  const draft = `${path}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await git(["init", "--quiet", "--bare", "--initial-branch=main", "--template=", draft]);
  for (const [key, value] of settings) await git(["-C", draft, "config", key, value]);
  renameSync(draft, path);
}

async function git(args: readonly string[]): Promise<void> {
  const result = await run("git", args, { env: gitEnvironment() });
  if (result.status !== 0) throw new Error(`git ${args.join(" ")} failed: ${lastLines(result.stderr)}`);
}
