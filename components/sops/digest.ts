import { createHmac } from "node:crypto";
import type { SealedSecret } from "../model/sealed-secret";

/** What a sealed file is made of; any change of it needs a new ciphertext. */
export interface SealContents {
  readonly secret: SealedSecret;
  readonly recipients: readonly string[];
  /** Configuration key → value. */
  readonly values: Readonly<Record<string, string>>;
}

/** Tells whether a sealed file's contents changed, to those who see it, and nothing else to those who lack the key. */
export function sealDigest(key: string, { secret, recipients, values }: SealContents): string {
  const entries = Object.entries(secret.stringData)
    .map(([entry, { secretKey }]) => [entry, values[secretKey] ?? null] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = JSON.stringify([
    secret.name,
    secret.namespace ?? null,
    secret.type ?? "Opaque",
    entries,
    [...recipients].sort(),
    ...annotationsOf(secret),
  ]);
  return createHmac("sha256", key).update(canonical).digest("hex");
}

/** Nothing where there is none, so that a Secret without annotations has the digest that it always had. */
function annotationsOf({ annotations = {} }: SealedSecret): readonly (readonly (readonly [string, string])[])[] {
  const entries = Object.entries(annotations).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? [] : [entries];
}
