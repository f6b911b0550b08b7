import type { SealedFile } from "../model/file-tree";
import { sealDigest } from "./digest";

/** Sealed files, what they are to hold, and the digests of what the branch holds. */
export interface SealedState {
  readonly sealed: Readonly<Record<string, SealedFile>>;
  readonly environment: string;
  /** Configuration key → value. */
  readonly values: Readonly<Record<string, string>>;
  /** Path → digest of what the branch's file was sealed from. */
  readonly held: ReadonlyMap<string, string>;
}

/** Names of the Secrets of an environment whose sealed contents differ from what the branch holds, sorted. */
export function changedSeals(key: string, { sealed, environment, values, held }: SealedState): readonly string[] {
  const changed = Object.entries(sealed).filter(([path, file]) => {
    const digest = held.get(path);
    return file.environment === environment && digest !== undefined && digest !== sealDigest(key, { ...file, values });
  });
  return changed.map(([, { secret }]) => `Secret ${[secret.namespace ?? [], secret.name].flat().join("/")}`).sort();
}
