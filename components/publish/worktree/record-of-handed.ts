import { blobId } from "../../plan/head";
import type { Head } from "../../plan/head";
import type { Plan } from "../../plan/plan-types";
import type { RecordedState, Wanted } from "../wanted";

/** Versions of one file that people may still commit. */
const handedVersions = 8;

/** What was handed over, and on top of what. */
export interface Handed {
  readonly head: Head | undefined;
  readonly texts: ReadonlyMap<string, string>;
  /** What the record says about the repository as it is. */
  readonly known: RecordedState | undefined;
}

/** What the next run compares with where this one left its files to people: nothing is in the branch yet. */
export function recordOfHanded(
  plan: Plan,
  { recorded, digests, source }: Wanted,
  { head, texts, known }: Handed,
): RecordedState {
  const written = new Map(known?.written);
  const seals = new Map(recorded?.seals);
  const handed = new Map(recorded?.handed);
  const hand = (path: string, blob: string | undefined): void => {
    const blobs = [
      ...(handed.get(path) ?? []).filter((other) => other !== blob),
      ...(blob === undefined ? [] : [blob]),
    ];
    handed.set(path, blobs.slice(-handedVersions));
  };
  for (const [path, text] of texts) if (!plan.carried.has(path)) hand(path, blobId(text));
  for (const path of plan.deletes) {
    hand(path, head?.files.get(path));
    written.delete(path);
  }
  for (const path of plan.seals.keys()) {
    const digest = digests?.get(path);
    if (digest !== undefined) seals.set(path, { digest, blob: blobId(texts.get(path) ?? "") });
  }
  return { written, seals, handed, head: known?.head ?? "", source };
}
