import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Report } from "../../tools/report";
import { identify, isRunning } from "./process-identity";
import { isProcessIdentity, readJson } from "./state-file";

/** Runs work while no other run holds the lock; a lock whose holder has ended is cleared. */
export async function withLock<T>(path: string, report: Report, work: () => Promise<T>): Promise<T> {
  const mine = await acquire(path, report);
  try {
    return await work();
  } finally {
    if (readText(path) === mine) rmSync(path, { force: true });
  }
}

/** Waits for the lock and takes it; returns the text that marks it as ours. */
async function acquire(path: string, report: Report): Promise<string> {
  const mine = JSON.stringify({ ...identify(process.pid), holder: randomUUID() });
  let said = false;
  while (!take(path, mine)) {
    const holder = readJson(path, isProcessIdentity);
    if (holder === undefined || !isRunning(holder)) {
      clearStale(path, report);
      continue;
    }
    if (!said)
      report.note(`Another run (process ${holder.pid}) works on the embedded platform; waiting for it to end.`);
    said = true;
    await sleep(100);
  }
  return mine;
}

function take(path: string, mine: string): boolean {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, mine);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "EEXIST" || error.code === "ENOENT")) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead holder's lock away; puts it back when another run took the lock in between. */
function clearStale(path: string, report: Report): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readJson(aside, isProcessIdentity);
  if (moved !== undefined && isRunning(moved)) {
    try {
      linkSync(aside, path);
    } finally {
      rmSync(aside, { force: true });
    }
    return;
  }
  rmSync(aside, { force: true });
  report.note(`Cleared the lock of a run that was killed${moved === undefined ? "" : ` (process ${moved.pid})`}.`);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
