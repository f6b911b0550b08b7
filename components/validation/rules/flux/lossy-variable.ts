import { parseYaml } from "../../../manifests/yaml";
import { substitutedText } from "../../../model/flux/envsubst/evaluate";
import { parseSubstitution } from "../../../model/flux/envsubst/parse";
import { keepsVariables } from "../../../model/flux/variables";
import { describeObject } from "../../../model/object";
import type { PlacedObject } from "../../gate-input";
import { at, isMapping } from "../../read/fields";
import { layerVariables } from "../../read/substitution";
import type { EnvironmentRule, Finding } from "../../rule";

/** Flux puts values into YAML text, where a bare 1.10 is the number 1.1, and 010 is 8. */
export const lossyVariable: EnvironmentRule = {
  code: "lossy-variable",
  scope: "environment",
  about: "no value of a variable that is the whole of a field changes when it is read as a number or a boolean",
  check(environment) {
    return environment.layers.flatMap((layer) => {
      if (at(layer.kustomization, "spec", "postBuild") === undefined) return [];
      const { values } = layerVariables(environment, layer);
      return environment.objects
        .filter((placed) => placed.layer === layer && !keepsVariables(placed.object))
        .flatMap((placed) => check(placed, values));
    });
  },
};

function check({ object, origin }: PlacedObject, values: ReadonlyMap<string, string>): readonly Finding[] {
  return [...fieldsOf(object, "")].flatMap(({ field, text }) => {
    const { parts, fault } = parseSubstitution(text);
    const [only, ...others] = parts;
    if (fault !== undefined || only?.kind !== "reference" || others.length > 0) return [];
    const { name } = only;
    const result = substitutedText(parts, (variable) => values.get(variable));
    const value = result === text ? undefined : result;
    const read = value === undefined ? undefined : decoded(value);
    if (value === undefined || read === undefined) return [];
    const message = `${field} is ${text}, whose value ${value} Kubernetes reads as ${read} once it stands there bare; give a variable quote the value '"' and write \${quote}\${${name}}\${quote}`;
    return [{ path: origin, resource: describeObject(object), message }];
  });
}

/** What Kubernetes makes of a bare value, where that is a number or a boolean that no longer says the same. */
function decoded(value: string): string | undefined {
  if (value.includes("\n")) return undefined;
  try {
    const read = parseYaml(value);
    const scalar = typeof read === "number" || typeof read === "boolean" || read === null;
    return scalar && String(read) !== value ? String(read) : undefined;
  } catch {
    return undefined;
  }
}

function* fieldsOf(value: unknown, field: string): Generator<{ readonly field: string; readonly text: string }> {
  if (typeof value === "string") yield { field, text: value };
  else if (Array.isArray(value))
    for (const [index, entry] of value.entries()) yield* fieldsOf(entry, `${field}[${index}]`);
  else if (isMapping(value))
    for (const [key, entry] of Object.entries(value)) yield* fieldsOf(entry, field === "" ? key : `${field}.${key}`);
}
