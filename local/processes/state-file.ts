import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { identify, isRunning, type ProcessIdentity } from "./process-identity";

/** Writes a value as JSON in one step, so that no reader and no killed run sees half of it. */
export function writeJson(path: string, value: unknown, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(value, undefined, 2)}\n`, { mode });
  renameSync(draft, path);
}

/** Reads such a file; undefined when it is missing, no JSON, or not what `is` accepts. */
export function readJson<T>(path: string, is: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return is(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Records this process as the one that runs, until `removePidFile`. */
export function writePidFile(path: string): void {
  const identity = identify(process.pid);
  if (identity !== undefined) writeJson(path, identity);
}

/** The live process that wrote the file; undefined when it has ended, even if another one has its pid now. */
export function readPidFile(path: string): ProcessIdentity | undefined {
  const identity = readJson(path, isProcessIdentity);
  return identity !== undefined && isRunning(identity) ? identity : undefined;
}

/** Whether the file still names this process. */
export function holdsPidFile(path: string): boolean {
  return readJson(path, isProcessIdentity)?.pid === process.pid;
}

/** Removes the file where it names this process. */
export function removePidFile(path: string): void {
  if (holdsPidFile(path)) rmSync(path, { force: true });
}

/** Whether a value read from a file is an identity. */
export function isProcessIdentity(value: unknown): value is ProcessIdentity {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    typeof value.pid === "number" &&
    "started" in value &&
    typeof value.started === "string"
  );
}
