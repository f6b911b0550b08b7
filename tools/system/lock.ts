import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** How a lock file is waited for; times in milliseconds. */
export interface LockOptions {
  /** Called once when another holder has to be waited for. */
  readonly onWait?: () => void;
  /** How often a waiting process looks again. @default 500 */
  readonly poll?: number;
  /** A lock not renewed for so long was left behind; its holder renews it four times in that time. @default 60000 */
  readonly stale?: number;
}

/**
 * Runs work while this process alone holds the lock file. The file names its holder; one whose holder is gone, or that was not
 * renewed for a minute (another process may have got the holder's id), is cleared.
 */
export async function withLock<T>(file: string, work: () => Promise<T>, options: LockOptions = {}): Promise<T> {
  const { onWait, poll = 500, stale = 60_000 } = options;
  await mkdir(dirname(file), { recursive: true });
  const token = `${process.pid} ${randomUUID()}\n`;
  for (let tries = 0; !(await take(file, token)); tries += 1) {
    if (tries === 2) onWait?.();
    await clearWhenStale(file, stale);
    await sleep(poll);
  }
  const renewal = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => undefined), stale / 4);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if ((await content(file)) === token) await rm(file, { force: true });
  }
}

async function take(file: string, token: string): Promise<boolean> {
  try {
    await writeFile(file, token, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

async function clearWhenStale(file: string, stale: number): Promise<void> {
  const holder = await content(file);
  const renewed = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
  if (holder === undefined || renewed === undefined) return;
  const pid = Number.parseInt(holder, 10);
  const age = Date.now() - renewed;
  // A file without an id was caught between its creation and its first bytes, unless it stays so.
  const gone = Number.isNaN(pid) ? age > 2000 : !isAlive(pid);
  if (!gone && age < stale) return;
  // Renaming decides between two processes that both see the stale lock; what was taken is looked at again before it goes.
  const grave = `${file}.${randomUUID()}`;
  const taken = await rename(file, grave).then(
    () => true,
    () => false,
  );
  if (!taken) return;
  if ((await content(grave)) !== holder) await rename(grave, file);
  else await rm(grave, { force: true });
}

function content(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
