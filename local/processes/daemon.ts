import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lastLines } from "../../tools/run";
import type { ProcessIdentity } from "./process-identity";
import { readPidFile } from "./state-file";

/** A program of ours that goes on running when the command that started it has ended. */
export interface Daemon {
  /** What messages call it. */
  readonly title: string;
  /** The TypeScript file it runs. */
  readonly script: string;
  readonly args: readonly string[];
  /** Written by the daemon itself once it serves. */
  readonly pidFile: string;
  readonly log: string;
}

const project = join(__dirname, "..", "..");
const startupSeconds = 60;

/** Starts a daemon and waits until it serves; throws with its last words when it does not. */
export async function startDaemon(daemon: Daemon): Promise<ProcessIdentity> {
  rmSync(daemon.pidFile, { force: true });
  const log = openLog(daemon.log);
  const command = ["--require", require.resolve("tsx/cjs"), daemon.script, ...daemon.args];
  const child = spawn(process.execPath, command, { cwd: project, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  const exit: { reason?: string } = {};
  child.on("error", (error) => (exit.reason = error.message));
  child.on("exit", (code, signal) => (exit.reason = `it ended with ${signal ?? `status ${code}`}`));
  child.unref();
  const deadline = Date.now() + startupSeconds * 1000;
  for (;;) {
    const running = readPidFile(daemon.pidFile);
    if (running !== undefined && running.pid === child.pid) return running;
    if (exit.reason !== undefined) throw notStarted(daemon, exit.reason);
    if (Date.now() > deadline) {
      child.kill("SIGKILL");
      throw notStarted(daemon, `it did not serve within ${startupSeconds} s`);
    }
    await sleep(25);
  }
}

/** Opens a log for appending; one that has grown over 20 MB starts anew. */
export function openLog(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  const log = openSync(path, "a");
  if (statSync(path).size > 20_000_000) truncateSync(path);
  return log;
}

function notStarted({ title, log }: Daemon, reason: string): Error {
  return new Error(
    `The ${title} did not start: ${reason}.\n${lastLines(readFileSync(log, "utf8"), 10)}\nIts log: ${log}`,
  );
}
