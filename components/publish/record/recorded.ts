import { deflateRawSync, inflateRawSync } from "node:zlib";
import { blobId } from "../../plan/head";
import type { Source } from "../../plan/head";
import type { Plan, PlannedFile, RecordedSeal } from "../../plan/plan-types";
import type { RecordedState, Wanted } from "../wanted";

/** What a run left, in the form that the stack's state holds. */
export interface PackedState {
  /** Lines of `<blob id> <path>`, deflated, as base64: ten thousand of them would otherwise be half of the state. */
  readonly written: string;
  readonly seals: Readonly<Record<string, RecordedSeal>>;
  readonly head: string;
  readonly recordedSource: Source;
  /** Lines like those of `written`, several a path. */
  readonly handed?: string;
}

/** What the next run compares with: every file that the branch now holds as this run wants it. */
export function recordOf(
  plan: Plan,
  { tree, digests, recorded, source }: Wanted,
  { head, seals }: { readonly head: string; readonly seals: ReadonlyMap<string, string> },
): RecordedState {
  const written = new Map<string, string>();
  const sealed = new Map<string, RecordedSeal>();
  for (const [path, file] of tree) {
    const blob = blobOf(plan.tree.get(path), seals.get(path));
    if (blob === undefined || plan.carried.has(path)) continue;
    written.set(path, blob);
    const digest = digests?.get(path) ?? recorded?.seals.get(path)?.digest;
    if (file.kind === "sealed" && digest !== undefined) sealed.set(path, { digest, blob });
  }
  return { written, head, source, seals: sealed };
}

function blobOf(file: PlannedFile | undefined, sealed: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  if (file.kind === "head") return file.blob;
  return blobId(file.kind === "text" ? file.content : (sealed ?? ""));
}

/** Makes a record small. */
export function packRecorded({ written, seals, head, source, handed }: RecordedState): PackedState {
  const versions = [...(handed ?? [])].flatMap(([path, blobs]) => blobs.map((blob) => [path, blob] as const));
  return {
    written: packLines([...written]),
    seals: Object.fromEntries(seals),
    head,
    recordedSource: source,
    ...(versions.length === 0 ? {} : { handed: packLines(versions) }),
  };
}

function packLines(blobs: readonly (readonly [string, string])[]): string {
  const lines = blobs.map(([path, blob]) => `${blob} ${path}`).join("\n");
  return deflateRawSync(lines, { level: 9 }).toString("base64");
}

/** The record that `packRecorded` made small. */
export function unpackRecorded({ written, seals, head, recordedSource, handed }: PackedState): RecordedState {
  const record = {
    written: new Map(unpackLines(written)),
    seals: new Map(Object.entries(seals)),
    head,
    source: recordedSource,
  };
  if (handed === undefined) return record;
  const versions = new Map<string, readonly string[]>();
  for (const [path, blob] of unpackLines(handed)) versions.set(path, [...(versions.get(path) ?? []), blob]);
  return { ...record, handed: versions };
}

function unpackLines(packed: string): readonly (readonly [string, string])[] {
  const lines = inflateRawSync(Buffer.from(packed, "base64"))
    .toString()
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))] as const);
}
