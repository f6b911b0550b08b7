import { fieldsOf } from "../../model/object";
import type { KubernetesObject } from "../../model/object";
import { aspectKinds, workloads, type Aspect, type PatchPart } from "./aspect";
import { splitContainers } from "./container-aspects";
import { valueAt, without, wrap, type FieldPath, type Fields } from "./fields";

const fieldAspects: readonly (readonly [Aspect, FieldPath])[] = [
  ["replicas", ["spec", "replicas"]],
  ["version", ["spec", "chart", "spec", "version"]],
  ["values", ["spec", "values"]],
];

/** Splits a patch of `target` into parts of one aspect each, in a fixed order; a patch that says nothing has none. */
export function patchParts(target: KubernetesObject, patch: object): readonly PatchPart[] {
  const body = withoutUndefined(patch);
  if (body["$patch"] === "delete") return [{ aspect: "delete", body }];
  const parts: PatchPart[] = [];
  let rest: Fields = body;
  for (const [aspect, path] of fieldAspects) {
    const value = valueAt(rest, path);
    if (value === undefined || !aspectKinds[aspect].includes(target.kind) || hasDirective(rest, path)) continue;
    parts.push({ aspect, body: wrap(path, value) });
    rest = without(rest, path) ?? {};
  }
  const path = podSpecPath(target.kind);
  if (workloads.includes(target.kind) && valueAt(rest, path) !== undefined && !hasDirective(rest, [...path, ""])) {
    const split = splitContainers(target, path, rest);
    parts.push(...split.parts);
    rest = split.rest;
  }
  return Object.keys(rest).length === 0 ? parts : [{ aspect: "other", body: rest }, ...parts];
}

function podSpecPath(kind: string): FieldPath {
  if (kind === "Pod") return ["spec"];
  return kind === "CronJob" ? ["spec", "jobTemplate", "spec", "template", "spec"] : ["spec", "template", "spec"];
}

/** Tells whether a mapping on the way to a field says `$patch` or the like, which is about the mapping as a whole. */
function hasDirective(body: Fields, path: FieldPath): boolean {
  return path.some((_, depth) =>
    Object.keys(fieldsOf(valueAt(body, path.slice(0, depth))) ?? {}).some((field) => field.startsWith("$")),
  );
}

function withoutUndefined(body: object): Fields {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([field, value]: [string, unknown]) => {
      const fields = fieldsOf(value);
      return [field, fields === undefined ? value : withoutUndefined(fields)];
    }),
  );
}
