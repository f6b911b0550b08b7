import { randomValue, readIfPresent, writePrivate } from "../folders";

/** A generated value for each key; a value that a run before made stays, so that nothing is sealed anew. */
export function demoSecrets(path: string, keys: readonly string[]): Readonly<Record<string, string>> {
  const kept = readValues(path);
  const values = Object.fromEntries(keys.map((key) => [key, kept[key] ?? randomValue()]));
  if (keys.some((key) => kept[key] === undefined))
    writePrivate(path, `${JSON.stringify({ ...kept, ...values }, undefined, 2)}\n`);
  return values;
}

function readValues(path: string): Readonly<Record<string, string | undefined>> {
  const value: unknown = JSON.parse(readIfPresent(path) ?? "{}");
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
