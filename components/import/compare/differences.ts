import { isDeepStrictEqual } from "node:util";
import { describeObject, type KubernetesObject } from "../../model/object";

/** One object that the import does not give back. */
export interface Difference {
  readonly object: KubernetesObject;
  readonly kind: "missing" | "added" | "changed";
  /** Path of the first field that differs. */
  readonly field?: string;
}

/** What an object is known by within a cluster. */
export function objectId(object: KubernetesObject): string {
  return `${object.apiVersion} ${describeObject(object)}`;
}

/** What differs between what the repository builds and what the import builds, whatever the order. */
export function differences(
  before: readonly KubernetesObject[],
  after: readonly KubernetesObject[],
): readonly Difference[] {
  const found = new Map(after.map((object) => [objectId(object), object]));
  const known = new Set(before.map(objectId));
  const gone = before.flatMap((object): readonly Difference[] => {
    const other = found.get(objectId(object));
    if (other === undefined) return [{ object, kind: "missing" }];
    const field = firstDifference(object, other, "");
    return field === undefined ? [] : [{ object, kind: "changed", field }];
  });
  const added = after.filter((object) => !known.has(objectId(object)));
  return [...gone, ...added.map((object): Difference => ({ object, kind: "added" }))];
}

function firstDifference(before: unknown, after: unknown, path: string): string | undefined {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null) return path;
  if (Array.isArray(before) !== Array.isArray(after)) return path;
  const fields = new Map(Object.entries(after));
  const keys = [...new Set([...Object.keys(before), ...fields.keys()])];
  for (const key of keys) {
    const own: unknown = new Map(Object.entries(before)).get(key);
    const deeper = firstDifference(own, fields.get(key), path === "" ? key : `${path}.${key}`);
    if (deeper !== undefined) return deeper;
  }
  return path;
}
