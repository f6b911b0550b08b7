import { describeObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { at } from "../../read/fields";
import { fluxNamespace, installsFlux, isHelmRelease, releaseNamespace } from "../../read/flux";
import { isClusterScoped } from "../../read/identity";
import type { EnvironmentRule, Finding } from "../../rule";

const given = new Set(["default", "kube-system", "kube-public", "kube-node-lease"]);

/** An object whose namespace nobody creates cannot be applied, and its whole layer with it. */
export const missingNamespace: EnvironmentRule = {
  code: "missing-namespace",
  scope: "environment",
  about: "every namespace is declared in the same layer or an earlier one",
  check(environment) {
    const reported = new Set<string>();
    return environment.objects.flatMap((placed) => {
      const { namespace } = placed.object.metadata;
      const key = `${placed.layer.key} ${namespace} ${placed.origin}`;
      if (namespace === undefined || given.has(namespace) || isClusterScoped(placed.object) || reported.has(key))
        return [];
      const found = check(environment, placed, namespace);
      if (found.length > 0) reported.add(key);
      return found;
    });
  },
};

function check(
  environment: GateEnvironment,
  { object, origin, layer }: PlacedObject,
  namespace: string,
): readonly Finding[] {
  const reference = { kind: "Namespace", namespace: "", name: namespace };
  const found = environment.find(reference);
  const reach = environment.reach(layer);
  if (namespace === fluxNamespace && !installsFlux(environment)) return [];
  if (environment.isProvided(reference) || found.some((other) => reach.has(other.layer.key))) return [];
  if (environment.objects.some(({ object: other, layer: { key } }) => reach.has(key) && creates(other, namespace)))
    return [];
  const [late] = found;
  const problem =
    late === undefined
      ? `which no layer creates; add a Namespace object to this layer`
      : `which layer ${late.layer.name} creates (${late.origin}), not applied before layer ${layer.name}; add it to dependsOn, or move the Namespace`;
  return [{ path: origin, resource: describeObject(object), message: `belongs to namespace ${namespace}, ${problem}` }];
}

/** A HelmRelease may create the namespace of its chart. */
function creates(object: PlacedObject["object"], namespace: string): boolean {
  return (
    isHelmRelease(object) &&
    releaseNamespace(object) === namespace &&
    at(object, "spec", "install", "createNamespace") === true
  );
}
