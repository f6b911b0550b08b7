import type { Accumulated } from "./accumulated";
import { groupOf, versionOf } from "../identity";
import { regularExpression } from "../regular-expression";

/** Fields of a patch's target that choose objects. */
const selecting = ["group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"];

/** Whether a target chooses nothing in particular, hence every object. */
export function selectsEverything(target: Readonly<Record<string, unknown>>): boolean {
  return selecting.every((field) => target[field] === undefined || target[field] === "");
}

/** Whether a target selects an object, as kustomize decides it: regular expressions over whole values. */
export function selects(target: Readonly<Record<string, unknown>>, object: Accumulated): boolean {
  return (
    matches(target.group, [groupOf(object)]) &&
    matches(target.version, [versionOf(object)]) &&
    matches(target.kind, [object.kind]) &&
    matches(target.name, object.names) &&
    matches(target.namespace, object.namespaces) &&
    hasEqual(target.labelSelector, object.labels) &&
    hasEqual(target.annotationSelector, object.annotations)
  );
}

/** A target in words: `kind Deployment, name web`. */
export function describeTarget(target: Readonly<Record<string, unknown>>): string {
  return selecting
    .flatMap((field) => (typeof target[field] === "string" ? [`${field} ${target[field]}`] : []))
    .join(", ");
}

function matches(pattern: unknown, values: readonly string[]): boolean {
  if (typeof pattern !== "string" || pattern === "") return true;
  const whole = regularExpression(`^(?:${pattern})$`);
  // A pattern that is none fails the build, and is reported as such.
  return whole === undefined || values.some((value) => whole.test(value));
}

/** Reads `a=b,c!=d`; any other form counts as fulfilled. */
function hasEqual(selector: unknown, values: Readonly<Record<string, unknown>>): boolean {
  if (typeof selector !== "string") return true;
  return selector.split(",").every((part) => {
    const found = /^\s*([^\s=!]+)\s*==?\s*([^\s=]*)\s*$/.exec(part);
    return found === null || found[1] === undefined || String(values[found[1]]) === found[2];
  });
}
