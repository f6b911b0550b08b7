import { describeObject, type KubernetesObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { at, stringAt } from "../../read/fields";
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
    return environment.objects.flatMap((placed) =>
      namespacesOf(placed.object).flatMap(({ namespace, needs }) => {
        const key = `${placed.layer.key} ${namespace} ${placed.origin}`;
        if (given.has(namespace) || reported.has(key)) return [];
        const found = check(environment, placed, { namespace, needs });
        if (found.length > 0) reported.add(key);
        return found;
      }),
    );
  },
};

/** A namespace that has to be there, and what for. */
interface NeededNamespace {
  readonly namespace: string;
  readonly needs: string;
}

/** The namespace that an object lives in, and those that a HelmRelease installs into. */
function namespacesOf(object: KubernetesObject): readonly NeededNamespace[] {
  const own = isClusterScoped(object) ? undefined : object.metadata.namespace;
  const needed = [{ namespace: own, needs: "belongs to namespace" }];
  if (isHelmRelease(object)) {
    const target = stringAt(object, "spec", "targetNamespace");
    needed.push({ namespace: target, needs: "installs its chart into namespace" });
    needed.push({ namespace: stringAt(object, "spec", "storageNamespace"), needs: "keeps its releases in namespace" });
  }
  return needed.flatMap(({ namespace, needs }) => (namespace === undefined ? [] : [{ namespace, needs }]));
}

function check(
  environment: GateEnvironment,
  { object, origin, layer }: PlacedObject,
  { namespace, needs }: NeededNamespace,
): readonly Finding[] {
  const reference = { kind: "Namespace", namespace: "", name: namespace };
  const found = environment.find(reference);
  const reach = environment.reach(layer);
  if (namespace === fluxNamespace && !installsFlux(environment)) return [];
  if (environment.provided(reference) !== undefined || found.some((other) => reach.has(other.layer.key))) return [];
  if (environment.objects.some(({ object: other, layer: { key } }) => reach.has(key) && creates(other, namespace)))
    return [];
  const [late] = found;
  const problem =
    late === undefined
      ? `which no layer creates; add a Namespace object to this layer`
      : `which layer ${late.layer.name} creates (${late.origin}), not applied before layer ${layer.name}; add it to dependsOn, or move the Namespace`;
  return [
    {
      path: origin,
      resource: describeObject(object),
      message: `${needs} ${namespace}, ${problem}`,
      names: [`Namespace ${namespace}`],
    },
  ];
}

/** A HelmRelease may create the namespace of its chart. */
function creates(object: KubernetesObject, namespace: string): boolean {
  return (
    isHelmRelease(object) &&
    releaseNamespace(object) === namespace &&
    at(object, "spec", "install", "createNamespace") === true
  );
}
