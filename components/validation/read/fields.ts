/** Any mapping of a manifest. */
export type Mapping = Readonly<Record<string, unknown>>;

/** The value at a path of keys, or undefined where the path ends early. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    if (!isMapping(current)) return undefined;
    current = current[key];
  }
  return current;
}

/** The string at a path, or undefined where there is none. */
export function stringAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === "string" ? found : undefined;
}

/** The mapping at a path, empty where there is none. */
export function mappingAt(value: unknown, ...keys: readonly string[]): Mapping {
  const found = at(value, ...keys);
  return isMapping(found) ? found : {};
}

/** The mappings of the list at a path, empty where there is none. */
export function mappingsAt(value: unknown, ...keys: readonly string[]): readonly Mapping[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found.filter(isMapping) : [];
}

/** Tells a mapping from lists and scalars. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every string inside a value, keys left out. */
export function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const entry of value) yield* stringsIn(entry);
  else if (isMapping(value)) for (const entry of Object.values(value)) yield* stringsIn(entry);
}

/** Every string inside a value, and every key of its mappings. */
export function* textsIn(value: unknown): Generator<string> {
  yield* stringsIn(value);
  yield* keysIn(value);
}

function* keysIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const entry of value) yield* keysIn(entry);
  else if (isMapping(value)) {
    yield* Object.keys(value);
    for (const entry of Object.values(value)) yield* keysIn(entry);
  }
}
