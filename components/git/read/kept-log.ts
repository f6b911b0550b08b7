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

/** What every entry of a log begins with: the commit and its parents. */
const start = "%x01%H%x02%P%x02";

/** What of a log its reader asks for. */
export interface LogOptions {
  readonly flags: readonly string[];
  /** Format of each entry, after the commit and its parents. */
  readonly format: string;
}

/**
 * The log of a commit, newest first: what an earlier run read of it is kept beside the objects, so that only newer commits are compared.
 */
export async function readLog(session: GitSession, revision: string, options: LogOptions): Promise<string> {
  const { git } = session;
  const file = fileOf(session, options);
  const kept = await readKept(file);
  if (kept?.tip === revision) return kept.log;
  const { flags, format } = options;
  const read = (...range: readonly string[]): Promise<string> =>
    git.run(["log", "-z", ...flags, `--format=${start}${format}`, ...range]);
  const newer = kept === undefined ? undefined : await continued(kept.tip, () => read(revision, `^${kept.tip}`));
  const log = kept === undefined || newer === undefined ? await read(revision) : `${newer}\0${kept.log}`;
  await keep(session, file, { tip: revision, log });
  return log;
}

/** The newer part of a log; undefined where it does not lead back to the tip, whose branch was rewritten since. */
async function continued(tip: string, read: () => Promise<string>): Promise<string | undefined> {
  try {
    const newer = await read();
    return new RegExp(`\u0001[0-9a-f]+\u0002[0-9a-f ]*${tip}`).test(newer) ? newer : undefined;
  } catch (error) {
    // The tip is no longer there.
    if (error instanceof GitExit) return undefined;
    throw error;
  }
}

function fileOf({ cache, access }: GitSession, options: LogOptions): string {
  const name = createHash("sha256")
    .update(JSON.stringify([access.branch, start, options]))
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
