import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The command lines of all processes that ran while it watched. */
export interface Watch {
  readonly end: () => readonly string[];
}

/** Looks at the process list again and again. A process that lives for less than the interval can be missed. */
export function watchProcesses(intervalMs = 40): Watch {
  const seen = new Set<string>();
  const look = (): void => {
    for (const line of commandLines()) seen.add(line);
  };
  look();
  const timer = setInterval(look, intervalMs);
  return {
    end: () => {
      clearInterval(timer);
      return [...seen];
    },
  };
}

function commandLines(): readonly string[] {
  if (!existsSync("/proc/self/cmdline")) return execFileSync("ps", ["-axo", "args"], { encoding: "utf8" }).split("\n");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    // It has ended.
    return "";
  }
}
