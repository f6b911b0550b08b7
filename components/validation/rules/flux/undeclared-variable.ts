import { keepsVariables } from "../../../model/flux/variables";
import { describeObject } from "../../../model/object";
import type { GateEnvironment, GateLayer, PlacedObject } from "../../gate-input";
import { knownNames } from "../../../model/report/closest";
import { defaultOperators, parseSubstitution, referencesIn } from "../../../model/flux/envsubst/parse";
import { at, textsIn } from "../../read/fields";
import { layerVariables } from "../../read/substitution";
import type { EnvironmentRule, Finding } from "../../rule";

/** Under postBuild, `${NAME}` in any object is a variable; one that nobody declares is blanked, or fails the layer. */
export const undeclaredVariable: EnvironmentRule = {
  code: "undeclared-variable",
  scope: "environment",
  about: "every ${name} of a layer with postBuild is declared, has a default, or its object opts out of substitution",
  check(environment) {
    return environment.layers.flatMap((layer) => checkLayer(environment, layer));
  },
};

function checkLayer(environment: GateEnvironment, layer: GateLayer): readonly Finding[] {
  const postBuild = at(layer.kustomization, "spec", "postBuild");
  if (postBuild === undefined) return [];
  const { names, complete } = layerVariables(environment, layer);
  return environment.objects
    .filter((placed) => placed.layer === layer && !keepsVariables(placed.object))
    .flatMap((placed) => checkObject(placed, names, complete));
}

function checkObject(
  { object, origin, layer }: PlacedObject,
  names: ReadonlySet<string>,
  complete: boolean,
): readonly Finding[] {
  const finding = (message: string, names: readonly string[] = []): Finding => ({
    path: origin,
    resource: describeObject(object),
    message,
    names,
  });
  const remedy =
    "write $${…} for a literal, or set the annotation kustomize.toolkit.fluxcd.io/substitute: disabled on the object";
  const texts = [...textsIn(object)].filter((text) => text.includes("${")).map(parseSubstitution);
  const unread = new Map(texts.flatMap(({ fault }) => (fault === undefined ? [] : [[fault.written, fault.reason]])));
  const used = new Map(texts.flatMap(({ parts }) => [...referencesIn(parts)].map((one) => [one.written, one])));
  return [
    ...[...unread].map(([written, reason]) =>
      finding(`${written} is no variable that Flux can substitute: ${reason}; ${remedy}`),
    ),
    ...[...used.values()].flatMap(({ name, operator, written }) =>
      defaultOperators.includes(operator) || names.has(name) || !complete
        ? []
        : [
            finding(
              `${written} is not declared under postBuild of layer ${layer.name} (known: ${knownNames(names, name)}); declare it, give it a default as \${${name}:=…}, or ${remedy}`,
              [name],
            ),
          ],
    ),
  ];
}
