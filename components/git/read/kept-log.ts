import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { GitSession } from "../session";
import { GitExit } from "../transport/runner";

/** A log that was read before. */
interface KeptLog {
  /** The commit that it begins with. */
  readonly tip: string;
  readonly log: string;
}

/**
 * The log of a commit, newest first: what an earlier run read of it is kept beside the objects, so that only newer commits are compared.
 * `options` decide what a log holds.
 */
export async function readLog(session: GitSession, revision: string, options: readonly string[]): Promise<string> {
  const { git } = session;
  const file = fileOf(session, options);
  const kept = await readKept(file);
  if (kept?.tip === revision) return kept.log;
  const read = (...range: readonly string[]): Promise<string> => git.run(["log", "-z", ...options, ...range]);
  const log =
    kept !== undefined && (await isBehind(session, kept.tip, revision))
      ? `${await read(revision, `^${kept.tip}`)}\0${kept.log}`
      : await read(revision);
  await keep(session, file, { tip: revision, log });
  return log;
}

async function isBehind({ git }: GitSession, tip: string, revision: string): Promise<boolean> {
  try {
    return (await git.run(["rev-list", "--max-count=1", tip, `^${revision}`])).trim() === "";
  } catch (error) {
    // The commit is no longer there: the branch was rewritten, and its old commits are gone.
    if (error instanceof GitExit) return false;
    throw error;
  }
}

function fileOf({ cache, access }: GitSession, options: readonly string[]): string {
  const name = createHash("sha256")
    .update(JSON.stringify([access.branch, ...options]))
    .digest("hex");
  return join(cache, `flux-monorepo-log-${name.slice(0, 16)}`);
}

/** A file that is not whole says nothing. */
async function readKept(file: string): Promise<KeptLog | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const end = text.indexOf("\n");
  const [tip, digest] = text.slice(0, Math.max(0, end)).split(" ");
  const log = text.slice(end + 1);
  return tip !== undefined && digest === digestOf(log) ? { tip, log } : undefined;
}

/** Written in the operation's own folder, which ends with it, and moved from there. */
async function keep({ folder }: GitSession, file: string, { tip, log }: KeptLog): Promise<void> {
  const draft = join(folder, basename(file));
  await writeFile(draft, `${tip} ${digestOf(log)}\n${log}`);
  await rename(draft, file);
}

function digestOf(log: string): string {
  return createHash("sha256").update(log).digest("hex");
}
