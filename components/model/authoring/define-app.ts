import type { App, Resources } from "../app";
import type { Fault } from "../issue";
import { describeObject } from "../object";
import { fileNameFaults } from "./faults/file-names";
import { isLabel } from "./names";

/** What an app is, whatever the environment; overlays address its resources by the names given here. */
export function defineApp<R extends Resources>(name: string, resources: R): App<R> {
  const faults = [...nameFaults(name), ...resourceFaults(resources)];
  return faults.length === 0 ? { name, resources } : { name, resources, faults };
}

function nameFaults(name: string): readonly Fault[] {
  if (isLabel(name)) return [];
  return [
    {
      code: "malformed-name",
      message: `"${name}" is no name of an app: lower-case letters, digits and dashes, at most 63.`,
    },
  ];
}

function resourceFaults(resources: Resources): readonly Fault[] {
  const seen = new Map<string, string>();
  const duplicates = Object.entries(resources).flatMap(([name, object]) => {
    const identity = `${object.apiVersion} ${describeObject(object)}`;
    const other = seen.get(identity);
    seen.set(identity, name);
    if (other === undefined) return [];
    const message = `${describeObject(object)} is ${other} already. Name one of them differently.`;
    return [{ code: "duplicate-object", resource: name, message }];
  });
  return [...fileNameFaults("", Object.keys(resources)), ...duplicates];
}
