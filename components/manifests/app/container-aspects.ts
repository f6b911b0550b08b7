import { containersOf } from "../../model/authoring/faults/pods";
import { fieldsOf } from "../../model/object";
import type { KubernetesObject } from "../../model/object";
import type { PatchPart } from "./aspect";
import { filterFields, replaceAt, valueAt, without, wrap, type FieldPath, type Fields } from "./fields";

const lists = ["initContainers", "containers"];

const aspects = [
  ["resources", ["resources"]],
  ["env", ["env", "envFrom"]],
] as const;

/** Takes resources and environment of containers out of a patch; entries that the base lacks or that hold a directive stay whole. */
export function splitContainers(
  target: KubernetesObject,
  podSpec: FieldPath,
  patch: Fields,
): { readonly parts: readonly PatchPart[]; readonly rest: Fields } {
  const known = new Set(containersOf({ target }).map(({ name }) => name));
  const parts: PatchPart[] = [];
  let rest = patch;
  for (const [aspect, fields] of aspects) {
    const taken: Record<string, unknown> = {};
    for (const list of lists) {
      const path = [...podSpec, list];
      const entries = splittable(valueAt(rest, path), known);
      const picked = entries.map((entry) =>
        filterFields(entry, (field) => field === "name" || includes(fields, field)),
      );
      if (!picked.some(saysSomething)) continue;
      const left = entries
        .map((entry) => filterFields(entry, (field) => !includes(fields, field)))
        .filter(saysSomething);
      taken[list] = picked.filter(saysSomething);
      rest = left.length === 0 ? (without(rest, path) ?? {}) : replaceAt(rest, path, left);
    }
    if (Object.keys(taken).length > 0) parts.push({ aspect, body: wrap(podSpec, taken) });
  }
  return { parts, rest };
}

/** The entries of a list of containers, or none when one of them must stay whole. */
function splittable(list: unknown, known: ReadonlySet<string>): readonly Fields[] {
  if (!Array.isArray(list)) return [];
  const entries = list.map(fieldsOf).filter((entry) => entry !== undefined);
  const plain = entries.filter(
    (entry) => known.has(String(entry["name"])) && !Object.keys(entry).some((field) => field.startsWith("$")),
  );
  return plain.length === list.length ? plain : [];
}

function saysSomething(entry: Fields): boolean {
  return Object.keys(entry).length > 1;
}

function includes(fields: readonly string[], field: string): boolean {
  return fields.includes(field);
}
