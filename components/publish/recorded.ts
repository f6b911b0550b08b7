import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { RecordedSeal } from "../plan/plan-types";
import type { RecordedState } from "./wanted";

/** What a run left, in the form that the stack's state holds. */
export interface PackedState {
  /** Lines of `<blob id> <path>`, deflated, as base64: ten thousand of them would otherwise be half of the state. */
  readonly written: string;
  readonly seals: Readonly<Record<string, RecordedSeal>>;
}

/** Makes a record small. */
export function packRecorded({ written, seals }: RecordedState): PackedState {
  const lines = [...written].map(([path, blob]) => `${blob} ${path}`).join("\n");
  return { written: deflateRawSync(lines, { level: 9 }).toString("base64"), seals: Object.fromEntries(seals) };
}

/** The record that `packRecorded` made small. */
export function unpackRecorded({ written, seals }: PackedState): RecordedState {
  const lines = inflateRawSync(Buffer.from(written, "base64")).toString().split("\n").filter((line) => line !== "");
  const split = lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))] as const);
  return { written: new Map(split), seals: new Map(Object.entries(seals)) };
}
