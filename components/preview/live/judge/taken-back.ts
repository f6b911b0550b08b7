import { isDeepStrictEqual } from "node:util";
import { isMapping, type Mapping, mappingAt, mappingsAt, stringAt } from "../../../validation/read/fields";
import type { FieldChange } from "../../compare/fields";

/** Steps into an object as `metadata.managedFields` has them: `f:spec`, `k:{"name":"web"}`. */
type Steps = readonly string[];

/**
 * Fields that kubectl has set and that Git does not have: the kustomize-controller makes them its own, so that its apply takes them away.
 * A dry run does not show that, but the object that comes back tells who owns what.
 */
export function takenBack(applied: object): readonly FieldChange[] {
  const entries = mappingsAt(applied, "metadata", "managedFields");
  const owned = (wanted: boolean): readonly Steps[] =>
    entries.filter((entry) => isTakenOver(entry) === wanted).flatMap((entry) => leaves(mappingAt(entry, "fieldsV1")));
  const kept = new Set(owned(false).map((steps) => steps.join("\n")));
  const foreign = owned(true).filter((steps) => !kept.has(steps.join("\n")));
  const outermost = foreign.filter((steps) => !foreign.some((outer) => isInside(steps, outer)));
  return outermost.flatMap((steps) => {
    const found = valueAt(applied, steps);
    return found === undefined || steps[0] === "f:status" ? [] : [{ path: pathOf(steps), before: found }];
  });
}

/** As the kustomize-controller chooses, except where `ssa: Merge` keeps it from doing so. */
function isTakenOver(entry: Mapping): boolean {
  const manager = stringAt(entry, "manager") ?? "";
  if ((stringAt(entry, "subresource") ?? "") !== "") return false;
  if (manager.startsWith("kubectl")) return true;
  const isUpdate = stringAt(entry, "operation") === "Update";
  return isUpdate && (manager.startsWith("before-first-apply") || manager.startsWith("kustomize-controller"));
}

function leaves(fields: Mapping, steps: Steps = []): readonly Steps[] {
  const children = Object.entries(fields).filter(([step]) => step !== ".");
  const own = children.length < Object.keys(fields).length || children.length === 0;
  return [
    ...(own && steps.length > 0 ? [steps] : []),
    ...children.flatMap(([step, child]) => leaves(isMapping(child) ? child : {}, [...steps, step])),
  ];
}

function isInside(steps: Steps, outer: Steps): boolean {
  return steps.length > outer.length && outer.every((step, index) => step === steps[index]);
}

function valueAt(value: unknown, [step, ...rest]: Steps): unknown {
  if (step === undefined || value === undefined) return value;
  const [kind, name] = [step.slice(0, 1), step.slice(2)];
  if (kind === "f") return valueAt(isMapping(value) ? value[name] : undefined, rest);
  if (!Array.isArray(value)) return undefined;
  const entries: readonly unknown[] = value;
  if (kind === "i") return valueAt(entries[Number(name)], rest);
  const wanted: unknown = JSON.parse(name);
  const matches = (entry: unknown): boolean =>
    kind === "k" && isMapping(wanted) && isMapping(entry)
      ? Object.entries(wanted).every(([key, own]) => isDeepStrictEqual(entry[key], own))
      : isDeepStrictEqual(entry, wanted);
  return valueAt(entries.find(matches), rest);
}

/** `spec.template.spec.containers[web].env[A]`. */
function pathOf(steps: Steps): string {
  return steps.reduce((path, step) => {
    const name = step.slice(2);
    if (step.startsWith("f:"))
      return /^[\w-]+$/.test(name) ? `${path}${path === "" ? "" : "."}${name}` : `${path}[${name}]`;
    const key: unknown = step.startsWith("i:") ? name : JSON.parse(name);
    return `${path}[${isMapping(key) ? Object.values(key).map(String).join("/") : String(key)}]`;
  }, "");
}
