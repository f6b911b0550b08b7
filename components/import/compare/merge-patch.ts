import { isDeepStrictEqual } from "node:util";
import { builtInVersions, isClosed, isMerged, mergeKeys } from "../../model/authoring/patch/merge-keys";
import { isMapping } from "../../kustomize/tree/parse";
import type { KubernetesObject } from "../../model/object";

type Fields = Readonly<Record<string, unknown>>;

/** The strategic merge patch that turns one object into another; undefined where such a patch cannot say it. */
export function mergePatch(from: KubernetesObject, to: KubernetesObject): Fields | undefined {
  const merges = builtInVersions.some((version) => version === from.apiVersion);
  try {
    return fieldsPatch({ ...from }, { ...to }, merges ? from.kind : undefined);
  } catch (error) {
    if (error instanceof Unsayable) return undefined;
    throw error;
  }
}

/** Thrown within this file alone: a list whose entries cannot be told apart by their key. */
class Unsayable extends Error {}

/** Of a kind whose lists kustomize merges, else without one. */
function fieldsPatch(from: Fields, to: Fields, kind: string | undefined): Fields {
  const removed = Object.keys(from).filter((key) => to[key] === undefined);
  const changed = Object.keys(to).filter((key) => !isDeepStrictEqual(from[key], to[key]));
  return {
    ...Object.fromEntries(removed.map((key) => [key, null])),
    ...Object.fromEntries(changed.map((key) => [key, valuePatch(key, [from[key], to[key]], kind)])),
  };
}

function valuePatch(field: string, [from, to]: readonly [unknown, unknown], kind: string | undefined): unknown {
  if (isMapping(from) && isMapping(to)) return fieldsPatch(from, to, kind);
  if (kind === undefined || !Array.isArray(from) || !Array.isArray(to) || !isMerged(kind, field)) return to;
  const candidates: readonly string[] = mergeKeys[field as keyof typeof mergeKeys];
  const before = from.filter(isMapping);
  const after = to.filter(isMapping);
  const key = candidates.find((name) => [...before, ...after].every((entry) => entry[name] !== undefined));
  if (key === undefined || before.length < from.length || after.length < to.length) throw new Unsayable();
  return listPatch({ kind, field, key }, before, after);
}

function listPatch(
  { kind, field, key }: { readonly kind: string; readonly field: string; readonly key: string },
  from: readonly Fields[],
  to: readonly Fields[],
): readonly Fields[] {
  const keys = (list: readonly Fields[]): readonly unknown[] => list.map((entry) => entry[key]);
  if ([from, to].some((list) => new Set(keys(list)).size < list.length)) throw new Unsayable();
  const changed = to.flatMap((entry) => {
    const before = from.find((candidate) => candidate[key] === entry[key]);
    if (before === undefined) return [isClosed(field) ? { $new: true, ...entry } : entry];
    return isDeepStrictEqual(before, entry) ? [] : [{ [key]: entry[key], ...fieldsPatch(before, entry, kind) }];
  });
  const removed = from.filter((entry) => !keys(to).includes(entry[key]));
  return [...changed, ...removed.map((entry) => ({ [key]: entry[key], $patch: "delete" }))];
}
