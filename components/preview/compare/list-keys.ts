import { isMapping, type Mapping } from "../../validation/read/fields";

/** Fields that tell the entries of a list apart, the most readable first; of several, all together. */
const candidates: readonly (readonly string[])[] = [
  ["name"],
  ["key"],
  ["id"],
  ["mountPath"],
  ["devicePath"],
  ["containerPort"],
  ["containerPort", "protocol"],
  ["port"],
  ["port", "protocol"],
  ["topologyKey"],
  ["topologyKey", "whenUnsatisfiable"],
  ["ip"],
  ["host"],
  ["path"],
  ["kind", "namespace", "name"],
  ["kind", "name"],
];

/** A name for each entry of a list, by which the same entry is found in another version of it. */
export type EntryNames = (entry: Mapping) => string;

/** How to tell the entries of both versions of a list apart; undefined where no fields do. */
export function entryNames(before: readonly unknown[], after: readonly unknown[]): EntryNames | undefined {
  if (!before.every(isMapping) || !after.every(isMapping)) return undefined;
  for (const fields of candidates) {
    const name = (entry: Mapping): string => fields.map((field) => shown(entry[field])).join("/");
    if ([before, after].every((list) => hasFields(list, fields) && areUnique(list.map(name)))) return name;
  }
  return undefined;
}

/** The first field must be there; the others may be left to their defaults. */
function hasFields(entries: readonly Mapping[], [first = ""]: readonly string[]): boolean {
  return entries.every((entry) => ["string", "number"].includes(typeof entry[first]));
}

function areUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

function shown(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
