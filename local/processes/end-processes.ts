import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, type ProcessIdentity } from "./process-identity";

/** Asks processes to end, kills those that have not after the grace period (milliseconds), and returns when all are gone. */
export async function endProcesses(processes: readonly ProcessIdentity[], grace = 5000): Promise<void> {
  for (const process of processes) signal(process, "SIGTERM");
  if (await allGone(processes, grace)) return;
  for (const process of processes) signal(process, "SIGKILL");
  if (await allGone(processes, 5000)) return;
  const left = processes.filter(isRunning).map(({ pid }) => pid);
  throw new Error(`processes ${left.join(", ")} do not end, not even killed. End them by hand and run this again.`);
}

/** Sends a signal to that very process; false when it is gone. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): boolean {
  if (!isRunning(identity)) return false;
  try {
    process.kill(identity.pid, name);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

async function allGone(processes: readonly ProcessIdentity[], timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout;
  while (processes.some(isRunning)) {
    if (Date.now() >= deadline) return false;
    await sleep(25);
  }
  return true;
}
