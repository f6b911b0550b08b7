import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packRecorded, unpackRecorded, type PackedState } from "./recorded";
import type { RecordedState, Wanted } from "./wanted";

interface RecordFile extends PackedState {
  readonly url: string;
}

/** Keeps a copy of what the stack's state records where the program, which cannot read the state, finds it. */
export async function writeRecord(
  stateDir: string,
  { access, environment }: Pick<Wanted, "access" | "environment">,
  recorded: RecordedState,
): Promise<void> {
  const content: RecordFile = { url: access.url, ...packRecorded(recorded) };
  const path = recordPath(stateDir, environment);
  await mkdir(join(stateDir, "records"), { recursive: true });
  await writeFile(`${path}.${process.pid}`, JSON.stringify(content));
  await rename(`${path}.${process.pid}`, path);
}

/** The copy; undefined where this machine has none of that repository. */
export async function readRecord(
  stateDir: string,
  { access, environment }: Pick<Wanted, "access" | "environment">,
): Promise<RecordedState | undefined> {
  try {
    const record = JSON.parse(await readFile(recordPath(stateDir, environment), "utf8")) as RecordFile;
    return record.url === access.url ? unpackRecorded(record) : undefined;
  } catch {
    // A record that cannot be read is none: then the branch's history alone tells whose a file is.
    return undefined;
  }
}

function recordPath(stateDir: string, environment: string): string {
  return join(stateDir, "records", `${environment}.json`);
}
