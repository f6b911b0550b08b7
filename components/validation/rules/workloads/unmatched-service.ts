import { describeObject, type KubernetesObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { type Mapping, mappingAt, mappingsAt, stringAt } from "../../read/fields";
import { isHelmRelease, namespaceOf, releaseNamespace } from "../../read/flux";
import { containersOf, podTemplate } from "../../read/pods";
import type { EnvironmentRule, Finding } from "../../rule";

/** A Service that selects no pods, or names a port that they lack, has no endpoints. */
export const unmatchedService: EnvironmentRule = {
  code: "unmatched-service",
  scope: "environment",
  about: "every Service selects the pods of some workload of its namespace, and names ports that they have",
  check(environment) {
    const templates = templatesByNamespace(environment);
    return environment.objects.flatMap((placed) => {
      const { object } = placed;
      const selector = mappingAt(object, "spec", "selector");
      if (object.kind !== "Service" || object.apiVersion !== "v1" || Object.keys(selector).length === 0) return [];
      const own = templates.get(namespaceOf(object)) ?? [];
      const selected = own.filter((template) =>
        Object.entries(selector).every(([label, value]) => mappingAt(template, "metadata", "labels")[label] === value),
      );
      if (selected.length > 0) return unknownPorts(placed, selected);
      return bringsPods(environment, object)
        ? []
        : [
            finding(
              placed,
              `selects ${labelsText(selector)}, which no pod template of its namespace has; use the labels of the workload it serves`,
              [Object.values(selector).map(String).join(" ")],
            ),
          ];
    });
  },
};

function templatesByNamespace({ objects }: GateEnvironment): ReadonlyMap<string, readonly Mapping[]> {
  const templates = new Map<string, Mapping[]>();
  for (const { object } of objects) {
    const template = podTemplate(object);
    if (template === undefined) continue;
    const namespace = namespaceOf(object);
    const known = templates.get(namespace);
    if (known === undefined) templates.set(namespace, [template]);
    else known.push(template);
  }
  return templates;
}

/** Pods that the tree does not show: those of a chart in the same namespace. */
function bringsPods({ objects }: GateEnvironment, service: KubernetesObject): boolean {
  return objects.some(({ object }) => isHelmRelease(object) && releaseNamespace(object) === namespaceOf(service));
}

function unknownPorts(placed: PlacedObject, templates: readonly Mapping[]): readonly Finding[] {
  const names = templates.flatMap((template) =>
    containersOf(template).flatMap((container) => mappingsAt(container, "ports").map(({ name }) => name)),
  );
  return mappingsAt(placed.object, "spec", "ports").flatMap((port) => {
    const target = stringAt(port, "targetPort");
    if (target === undefined || names.includes(target)) return [];
    return [
      finding(
        placed,
        `targetPort ${target} is no port of the pods that it selects; their ports: ${names.filter((name) => typeof name === "string").join(", ") || "none has a name"}`,
        [target],
      ),
    ];
  });
}

function finding({ object, origin }: PlacedObject, message: string, names: readonly string[]): Finding {
  return { path: origin, resource: describeObject(object), message, names };
}

function labelsText(selector: Mapping): string {
  return Object.entries(selector)
    .map(([label, value]) => `${label}: ${String(value)}`)
    .join(", ");
}
