import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the last render wrote to a folder: path → digest of the text. */
export type RenderRecord = Readonly<Record<string, string>>;

/** The record of a folder; undefined where nothing was rendered to it yet. Records lie apart, so that the folder holds the tree alone. */
export function readRecord(state: string, out: string): RenderRecord | undefined {
  const file = recordFile(state, out);
  if (!existsSync(file)) return undefined;
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  return isRecord(value) ? value : undefined;
}

/** Keeps what a render wrote to a folder. */
export function keepRecord(state: string, out: string, record: RenderRecord): void {
  const file = recordFile(state, out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(record));
}

function recordFile(state: string, out: string): string {
  return join(state, "rendered", `${createHash("sha256").update(out).digest("hex").slice(0, 16)}.json`);
}

function isRecord(value: unknown): value is RenderRecord {
  return (
    typeof value === "object" && value !== null && Object.values(value).every((digest) => typeof digest === "string")
  );
}
