import { at, mappingsAt, stringAt } from "../../read/fields";
import { isHelmRelease, namespaceOf } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";
import { findNeeded } from "./needed-object";

/** A HelmRelease whose values are missing is never installed; kustomize does not carry a hashed name over to valuesFrom. */
export const missingValues: EnvironmentRule = {
  code: "missing-values",
  scope: "environment",
  about:
    "every ConfigMap and Secret of valuesFrom is declared, under that very name, in its own layer or an earlier one",
  check(environment) {
    return environment.objects.flatMap((owner) => {
      if (!isHelmRelease(owner.object)) return [];
      return mappingsAt(owner.object, "spec", "valuesFrom").flatMap((entry, index) => {
        const kind = stringAt(entry, "kind") ?? "ConfigMap";
        const name = stringAt(entry, "name");
        if (name === undefined || at(entry, "optional") === true) return [];
        const reference = { kind, namespace: namespaceOf(owner.object), name };
        return findNeeded(environment, { owner, place: `spec.valuesFrom[${index}]`, reference });
      });
    });
  },
};
