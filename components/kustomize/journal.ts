import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Values by key, kept in one file between runs. */
export interface Journal {
  get(key: string): unknown;
  put(entries: Iterable<readonly [string, unknown]>): void;
}

/** A journal that grew beyond this starts over, in bytes. */
const sizeLimit = 1 << 26;

/** A journal in a file of one line an entry. It is only ever appended to, so that runs at a time do no harm; a line that cannot be read counts as absent. */
export function openJournal(path: string): Journal {
  let lines: ReadonlyMap<string, string> | undefined;
  const values = new Map<string, unknown>();
  return {
    get(key) {
      if (values.has(key)) return values.get(key);
      lines ??= readLines(path);
      const value = parsed(lines.get(key));
      values.set(key, value);
      return value;
    },
    put(entries) {
      const added = [...entries];
      for (const [key, value] of added) values.set(key, value);
      if (added.length > 0) append(path, added.map(([key, value]) => `${key} ${JSON.stringify(value)}\n`).join(""));
    },
  };
}

function readLines(path: string): ReadonlyMap<string, string> {
  const text = statSync(path, { throwIfNoEntry: false }) === undefined ? "" : readFileSync(path, "utf8");
  const lines = text.split("\n").map((line) => [line.slice(0, line.indexOf(" ")), line] as const);
  return new Map(lines);
}

function parsed(line: string | undefined): unknown {
  if (line === undefined) return undefined;
  try {
    return JSON.parse(line.slice(line.indexOf(" ") + 1)) as unknown;
  } catch {
    return undefined;
  }
}

function append(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > sizeLimit) writeFileSync(path, text);
  else appendFileSync(path, text);
}
