import { describeObject } from "../../../model/object";
import type { PlacedObject } from "../../gate-input";
import { dependenciesOf, isFluxKustomization, isHelmRelease, namespaceOf } from "../../read/flux";
import type { EnvironmentRule, Finding } from "../../rule";

/** A cycle is never ready, and stops event-driven reconciliation for everything of the same source. */
export const dependencyCycle: EnvironmentRule = {
  code: "dependency-cycle",
  scope: "environment",
  about: "no Kustomization and no HelmRelease depends on itself, directly or through others",
  check({ objects }) {
    return [
      objects.filter(({ object }) => isFluxKustomization(object)),
      objects.filter(({ object }) => isHelmRelease(object)),
    ].flatMap(cyclesOf);
  },
};

function cyclesOf(placed: readonly PlacedObject[]): readonly Finding[] {
  const byKey = new Map(placed.map((entry) => [`${namespaceOf(entry.object)}/${entry.object.metadata.name}`, entry]));
  const done = new Set<string>();
  const findings: Finding[] = [];
  const visit = (key: string, path: readonly string[]): void => {
    const entry = byKey.get(key);
    if (entry === undefined || done.has(key)) return;
    const start = path.indexOf(key);
    if (start >= 0) findings.push(describe(entry, [...path.slice(start), key]));
    else for (const { namespace, name } of dependenciesOf(entry.object)) visit(`${namespace}/${name}`, [...path, key]);
    done.add(key);
  };
  for (const key of byKey.keys()) visit(key, []);
  return findings;
}

function describe({ object, origin }: PlacedObject, cycle: readonly string[]): Finding {
  const names = cycle.map((key) => key.slice(key.indexOf("/") + 1));
  return {
    path: origin,
    resource: describeObject(object),
    message: `dependsOn goes in a circle: ${names.join(" → ")}; take one of these dependencies away`,
  };
}
