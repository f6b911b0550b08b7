import { isMapping, type Mapping } from "../../read/fields";

/** A value before and after a change, and its schema. */
export interface Versions {
  readonly schema: Mapping;
  readonly before: unknown;
  readonly after: unknown;
  readonly field: string;
}

/**
 * The values within a value, each with what it was before: fields and entries of a map by their name, granular or atomic, entries of a list that is
 * a map by its keys. Those of any other list have nothing before them. Upstream: `validateMap`, `validateArray` and `MakeMapList`.
 */
export function correlated({ schema, before, after, field }: Versions): readonly Versions[] {
  if (Array.isArray(after)) return entriesOf({ schema, before, after, field }, after);
  if (!isMapping(after)) return [];
  const { properties, additionalProperties } = schema;
  return Object.entries(after).flatMap(([key, entry]) => {
    const named = isMapping(properties) ? properties[key] : undefined;
    const inner = isMapping(named) ? named : additionalProperties;
    if (!isMapping(inner)) return [];
    const old = isMapping(before) ? before[key] : undefined;
    return [{ schema: inner, before: old, after: entry, field: field === "" ? key : `${field}.${key}` }];
  });
}

function entriesOf({ schema, before, field }: Versions, after: readonly unknown[]): readonly Versions[] {
  const { items } = schema;
  if (!isMapping(items)) return [];
  const keyOf = keysOf(schema);
  const old: readonly unknown[] = Array.isArray(before) ? before : [];
  return after.map((entry, index) => {
    const key = keyOf(entry);
    const same = key === undefined ? undefined : old.find((candidate) => keyOf(candidate) === key);
    return { schema: items, before: same, after: entry, field: `${field}[${index}]` };
  });
}

/** What tells the entries of a list apart that is a map, undefined for any other list; a key that is left to its default has the default's value. */
export function keysOf(schema: Mapping): (entry: unknown) => string | undefined {
  const names = schema["x-kubernetes-list-map-keys"];
  if (schema["x-kubernetes-list-type"] !== "map" || !Array.isArray(names)) return () => undefined;
  const properties = isMapping(schema.items) && isMapping(schema.items.properties) ? schema.items.properties : {};
  const fallback = (name: string): unknown => (isMapping(properties[name]) ? properties[name].default : undefined);
  return (entry) => {
    if (!isMapping(entry)) return undefined;
    const values = names.map((name) => (typeof name === "string" ? (entry[name] ?? fallback(name)) : undefined));
    return values.every((value) => ["string", "number", "boolean"].includes(typeof value))
      ? JSON.stringify(values)
      : undefined;
  };
}
