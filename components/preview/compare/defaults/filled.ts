import { isMapping, type Mapping } from "../../../validation/read/fields";

/** Makes another value of a field, where it is there. */
export type Rewrite = (value: Mapping) => Mapping;

/** A mapping without its empty fields, with defaults for those that it lacks. */
export function filled(value: Mapping, defaults: Mapping): Mapping {
  return { ...defaults, ...present(value) };
}

/** A mapping without fields that are null. */
export function present(value: Mapping): Mapping {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== null));
}

/** A mapping without fields that have the value with which the API server leaves them out. */
export function without(value: Mapping, empties: Mapping): Mapping {
  return Object.fromEntries(
    Object.entries(value).filter(([key, entry]) => !(key in empties) || entry !== empties[key]),
  );
}

/** Rewrites a field that is a mapping. */
export function within(value: Mapping, field: string, rewrite: Rewrite): Mapping {
  const found = value[field];
  return isMapping(found) ? { ...value, [field]: rewrite(found) } : value;
}

/** Rewrites the mappings of a field that is a list. */
export function each(value: Mapping, field: string, rewrite: Rewrite): Mapping {
  const found: unknown = value[field];
  if (!Array.isArray(found)) return value;
  const entries: readonly unknown[] = found;
  return { ...value, [field]: entries.map((entry) => (isMapping(entry) ? rewrite(entry) : entry)) };
}
