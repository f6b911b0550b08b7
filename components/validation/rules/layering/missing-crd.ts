import { describeObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { installsFlux, isFluxObject, isHelmRelease } from "../../read/flux";
import { groupOf, isBuiltIn } from "../../read/identity";
import { customKinds } from "../../schema/custom-kinds";
import type { EnvironmentRule, Finding } from "../../rule";

/**
 * An object whose kind the cluster does not know yet fails its whole layer. A chart may bring definitions that the tree does not show, so any HelmRelease of
 * an earlier layer counts as bringing them; one of the same layer is installed too late.
 */
export const missingCrd: EnvironmentRule = {
  code: "missing-crd",
  scope: "environment",
  about: "the definition of every custom kind comes from the same layer or an earlier one",
  check(environment) {
    const definitions = definitionsOf(environment);
    const reported = new Set<string>();
    return environment.objects.flatMap((placed) => {
      const key = `${placed.layer.key} ${placed.object.kind} ${groupOf(placed.object)}`;
      if (isBuiltIn(placed.object) || reported.has(key)) return [];
      const found = check(
        environment,
        placed,
        definitions.get(`${groupOf(placed.object)} ${placed.object.kind}`) ?? [],
      );
      if (found.length > 0) reported.add(key);
      return found;
    });
  },
};

function definitionsOf({ objects }: GateEnvironment): ReadonlyMap<string, readonly PlacedObject[]> {
  const definitions = new Map<string, PlacedObject[]>();
  for (const placed of objects) {
    const [kind] = customKinds(placed.object);
    if (kind === undefined) continue;
    const key = `${groupOf(kind)} ${kind.kind}`;
    definitions.set(key, [...(definitions.get(key) ?? []), placed]);
  }
  return definitions;
}

function check(
  environment: GateEnvironment,
  { object, origin, layer }: PlacedObject,
  definitions: readonly PlacedObject[],
): readonly Finding[] {
  const reach = environment.reach(layer);
  if (definitions.some((other) => reach.has(other.layer.key))) return [];
  const [late] = definitions;
  const finding = (message: string): readonly Finding[] => [
    { path: origin, resource: describeObject(object), message, names: [object.kind] },
  ];
  const kind = `the kind ${object.kind} (${object.apiVersion})`;
  if (late !== undefined)
    return finding(
      `${kind} is defined by layer ${late.layer.name} (${late.origin}), not applied before layer ${layer.name}; add it to dependsOn`,
    );
  if (isFluxObject(object) && !installsFlux(environment)) return [];
  if (isFluxObject(object))
    return finding(
      `${kind} is not among those of the installed Flux components; add the component, or use a version that it serves`,
    );
  const releases = environment.objects.filter((other) => isHelmRelease(other.object));
  if (releases.some((other) => other.layer.key !== layer.key && reach.has(other.layer.key))) return [];
  const same = releases.find((other) => other.layer.key === layer.key);
  if (same !== undefined) {
    return finding(
      `${kind} has no definition in the tree, and the chart of ${same.object.metadata.name} that may bring it is part of the same layer; move the object to a layer that depends on ${layer.name}`,
    );
  }
  return finding(
    `${kind} has no definition in this layer or an earlier one; add its CustomResourceDefinition, or a layer that brings it`,
  );
}
