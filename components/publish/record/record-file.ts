import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packRecorded, unpackRecorded, type PackedState } from "./recorded";
import type { RecordedState } from "../wanted";

/** Keeps a copy of what the stack's state records where the program, which cannot read the state, finds it. */
export async function writeRecord(stateDir: string, environment: string, recorded: RecordedState): Promise<void> {
  const path = recordPath(stateDir, environment);
  await mkdir(join(stateDir, "records"), { recursive: true });
  await writeFile(`${path}.${process.pid}`, JSON.stringify(packRecorded(recorded)));
  await rename(`${path}.${process.pid}`, path);
}

/** The copy; undefined where this machine has none. */
export async function readRecord(stateDir: string, environment: string): Promise<RecordedState | undefined> {
  try {
    return unpackRecorded(JSON.parse(await readFile(recordPath(stateDir, environment), "utf8")) as PackedState);
  } catch {
    // A record that cannot be read is none: then the branch's history alone tells whose a file is.
    return undefined;
  }
}

function recordPath(stateDir: string, environment: string): string {
  return join(stateDir, "records", `${environment}.json`);
}
