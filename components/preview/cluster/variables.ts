import { parseYaml } from "../../manifests/yaml";
import type { KubernetesObject } from "../../model/object";
import { isMapping, mappingAt, mappingsAt, stringAt } from "../../validation/read/fields";
import { namespaceOf } from "../../validation/read/flux";
import { directive } from "./directives";

/** Variables of a Kustomization's `postBuild`, as far as the tree says what they are. */
export type Variables = ReadonlyMap<string, string>;

/** Collects the variables of a Kustomization: those of the ConfigMaps that it names, then its own. */
export function variablesOf(kustomization: KubernetesObject, objects: readonly KubernetesObject[]): Variables {
  const variables = new Map<string, string>();
  const add = (values: Readonly<Record<string, unknown>>): void => {
    for (const [name, value] of Object.entries(values)) if (isScalar(value)) variables.set(name, String(value));
  };
  for (const reference of mappingsAt(kustomization, "spec", "postBuild", "substituteFrom")) {
    const named = objects.find(
      (object) =>
        object.kind === reference.kind &&
        object.kind === "ConfigMap" &&
        object.metadata.name === stringAt(reference, "name") &&
        namespaceOf(object) === namespaceOf(kustomization),
    );
    add(mappingAt(named, "data"));
  }
  add(mappingAt(kustomization, "spec", "postBuild", "substitute"));
  return variables;
}

/** An object with the known variables put in; others stay as they are written. */
export function substituted(object: KubernetesObject, variables: Variables): KubernetesObject {
  if (variables.size === 0 || directive(object, "substitute") === "disabled") return object;
  const { metadata, ...rest } = object;
  return {
    ...object,
    ...mappingWithValues(rest, variables),
    metadata: { ...metadata, ...mappingWithValues(metadata, variables) },
  };
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?[-=]([^}]*))?\}/g;

function withValues(value: unknown, variables: Variables): unknown {
  if (typeof value === "string") return textWithValues(value, variables);
  if (Array.isArray(value)) return value.map((entry) => withValues(entry, variables));
  return mappingWithValues(value, variables) ?? value;
}

function mappingWithValues(value: unknown, variables: Variables): Readonly<Record<string, unknown>> | undefined {
  if (!isMapping(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withValues(entry, variables)]));
}

/** Flux puts values into the YAML text, where a bare number or boolean is one. */
function textWithValues(text: string, variables: Variables): unknown {
  if (!text.includes("${")) return text;
  const result = text.replaceAll(reference, (written, name: string, fallback?: string) => {
    return variables.get(name) ?? fallback ?? written;
  });
  return result === text || text.includes("\n") ? result : scalarOf(result);
}

function scalarOf(text: string): unknown {
  try {
    const value = parseYaml(text);
    return isScalar(value) ? value : text;
  } catch {
    return text;
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
