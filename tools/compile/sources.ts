import { createHash, randomUUID } from "node:crypto";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** Path relative to the project → digest of its bytes. */
type Digests = Readonly<Record<string, string>>;

/** What says which compiler and which libraries were there, besides the sources. */
const surroundings = ["tsconfig.json", "tsconfig.program.json", "package.json", "node_modules/.package-lock.json"];

/** Tells whether every file of the program is as it was when the program last compiled. */
export async function isUnchanged(projectDir: string, record: string): Promise<boolean> {
  const known = await readRecord(record);
  if (known === undefined) return false;
  const now = await digestsOf(projectDir, Object.keys(known));
  return Object.entries(known).every(([path, digest]) => now[path] === digest);
}

/** What one run of the compiler saw. */
export interface Compiled {
  /** Every file that it read, its libraries among them. */
  readonly files: readonly string[];
  /** When it started, in milliseconds since 1970. */
  readonly started: number;
}

/** Notes the files of a program that compiles; nothing where one was written meanwhile, since nobody knows which bytes were read. */
export async function recordSources(projectDir: string, record: string, compiled: Compiled): Promise<void> {
  const own = compiled.files
    .map((file) => relative(projectDir, file).split(sep).join("/"))
    .filter((path) => !path.startsWith("../") && !path.includes("node_modules/"));
  const written = await Promise.all(own.map((path) => writtenAt(join(projectDir, path))));
  if (own.length === 0 || written.some((time) => time >= compiled.started)) return;
  const digests = await digestsOf(projectDir, [...surroundings, ...own]);
  const temporary = `${record}.${randomUUID()}`;
  await writeFile(temporary, JSON.stringify(digests));
  await rename(temporary, record);
}

async function digestsOf(projectDir: string, paths: readonly string[]): Promise<Digests> {
  const digests = await Promise.all(paths.map(async (path) => [path, await digestOf(join(projectDir, path))] as const));
  return Object.fromEntries(digests);
}

function writtenAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
}

function digestOf(file: string): Promise<string> {
  return readFile(file).then(
    (bytes) => createHash("sha256").update(bytes).digest("hex"),
    () => "absent",
  );
}

/** A record that cannot be read is none. */
async function readRecord(record: string): Promise<Digests | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(record, "utf8"));
    return isDigests(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDigests(value: unknown): value is Digests {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((digest) => typeof digest === "string")
  );
}
