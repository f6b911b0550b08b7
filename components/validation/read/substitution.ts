import type { GateEnvironment, GateLayer } from "../gate-input";
import { at, mappingAt, mappingsAt, stringAt } from "./fields";
import { fluxNamespace, namespaceOf } from "./flux";

/** The variables that a layer's Kustomization puts in. */
export interface LayerVariables {
  readonly names: ReadonlySet<string>;
  /** Every name is known: none comes from an object of which only the cluster knows the entries. */
  readonly complete: boolean;
  /** The values that stand in the tree. */
  readonly values: ReadonlyMap<string, string>;
}

/** Reads a layer's `postBuild`, as far as the tree and the run say what it is. */
export function layerVariables(environment: GateEnvironment, { kustomization }: GateLayer): LayerVariables {
  const names = new Set<string>();
  const values = new Map<string, string>();
  let complete = true;
  const add = (entries: Readonly<Record<string, unknown>>): void => {
    for (const [name, value] of Object.entries(entries)) {
      names.add(name);
      if (typeof value === "string") values.set(name, value);
    }
  };
  for (const entry of mappingsAt(kustomization, "spec", "postBuild", "substituteFrom")) {
    const namespace = kustomization === undefined ? fluxNamespace : namespaceOf(kustomization);
    const reference = { kind: stringAt(entry, "kind") ?? "", namespace, name: stringAt(entry, "name") ?? "" };
    const [found] = environment.find(reference);
    const keys = found === undefined ? environment.provided(reference)?.keys : [];
    if (keys === undefined) complete = false;
    for (const key of keys ?? []) names.add(key);
    if (found?.object.kind === "ConfigMap") add(mappingAt(found.object, "data"));
    else
      for (const field of ["data", "stringData"])
        for (const key of Object.keys(mappingAt(found?.object, field))) names.add(key);
  }
  add(mappingAt(kustomization, "spec", "postBuild", "substitute"));
  return { names, complete, values };
}

/** Whether Flux puts variables into what a layer builds. */
export function substitutes({ kustomization }: GateLayer): boolean {
  return at(kustomization, "spec", "postBuild") !== undefined;
}
