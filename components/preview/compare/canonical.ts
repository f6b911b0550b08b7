import { createHash } from "node:crypto";
import { isMapping } from "../../validation/read/fields";

/** JSON with sorted keys, so that equal values give equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value === undefined ? null : value, (_key, entry: unknown) =>
    isMapping(entry) ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
  );
}

/** Digest of a value, whatever the order of its fields. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}
