import { parseYaml } from "../../manifests/yaml";
import { substitutedText } from "../../model/flux/envsubst/evaluate";
import { defaultOperators, parseSubstitution, referencesIn } from "../../model/flux/envsubst/parse";
import { keepsVariables } from "../../model/flux/variables";
import type { KubernetesObject } from "../../model/object";
import { isMapping, mappingAt, mappingsAt, stringAt } from "../../validation/read/fields";
import { namespaceOf } from "../../validation/read/flux";

/** Variables of a Kustomization's `postBuild`, as far as it is known what they are. */
export type Variables = ReadonlyMap<string, string>;

/** Names a ConfigMap or a Secret that variables come from. */
export interface ValuesRef {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Values that the tree does not hold; undefined where nothing is known of the object. */
export type ValueSource = (ref: ValuesRef) => Readonly<Record<string, string>> | undefined;

/** What a Kustomization takes variables from, in order. */
export function valuesRefs(kustomization: KubernetesObject): readonly ValuesRef[] {
  return mappingsAt(kustomization, "spec", "postBuild", "substituteFrom").map((reference) => ({
    kind: stringAt(reference, "kind") ?? "",
    namespace: namespaceOf(kustomization),
    name: stringAt(reference, "name") ?? "",
  }));
}

/** Collects the variables of a Kustomization: those of what it names, in the tree or elsewhere, then its own. */
export function variablesOf(
  kustomization: KubernetesObject,
  objects: readonly KubernetesObject[],
  elsewhere: ValueSource = () => undefined,
): Variables {
  const variables = new Map<string, string>();
  const add = (values: Readonly<Record<string, unknown>>): void => {
    for (const [name, value] of Object.entries(values))
      if (isScalar(value)) variables.set(name, String(value).replaceAll("\n", ""));
  };
  for (const ref of valuesRefs(kustomization)) {
    const named = objects.find(
      (object) =>
        object.kind === "ConfigMap" &&
        ref.kind === "ConfigMap" &&
        object.metadata.name === ref.name &&
        namespaceOf(object) === ref.namespace,
    );
    add(named === undefined ? (elsewhere(ref) ?? {}) : mappingAt(named, "data"));
  }
  add(mappingAt(kustomization, "spec", "postBuild", "substitute"));
  return variables;
}

/** What a substitution came across. */
export interface SubstitutionNotes {
  readonly used: Set<string>;
  /** Without a value and without a default. */
  readonly missing: Set<string>;
}

/** An object with the known variables put in; others stay as they are written. */
export function substituted(
  object: KubernetesObject,
  variables: Variables,
  notes: SubstitutionNotes = { used: new Set(), missing: new Set() },
): KubernetesObject {
  if (variables.size === 0 || keepsVariables(object)) return object;
  const { metadata, ...rest } = object;
  const pass: Pass = { variables, notes };
  return {
    ...object,
    ...mappingWithValues(rest, pass),
    metadata: { ...metadata, ...mappingWithValues(metadata, pass) },
  };
}

interface Pass {
  readonly variables: Variables;
  readonly notes: SubstitutionNotes;
}

function withValues(value: unknown, pass: Pass): unknown {
  if (typeof value === "string") return textWithValues(value, pass);
  if (Array.isArray(value)) return value.map((entry) => withValues(entry, pass));
  return mappingWithValues(value, pass) ?? value;
}

function mappingWithValues(value: unknown, pass: Pass): Readonly<Record<string, unknown>> | undefined {
  if (!isMapping(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withValues(entry, pass)]));
}

/** Flux puts values into the YAML text, where a bare number or boolean is one; a text that it cannot read stays. */
function textWithValues(text: string, { variables, notes }: Pass): unknown {
  if (!text.includes("$")) return text;
  const { parts, fault } = parseSubstitution(text);
  if (fault !== undefined) return text;
  for (const { name, operator } of referencesIn(parts)) {
    if (variables.has(name)) notes.used.add(name);
    else if (!defaultOperators.includes(operator)) notes.missing.add(name);
  }
  const result = substitutedText(parts, (name) => variables.get(name));
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
