import { at, mappingsAt, stringAt } from "../../read/fields";
import { namespaceOf } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";
import { findNeeded } from "../references/needed-object";

/** A layer whose values of variables are missing is not applied at all. */
export const missingSubstitution: EnvironmentRule = {
  code: "missing-substitution",
  scope: "environment",
  about: "every ConfigMap and Secret of substituteFrom is declared in a layer that comes earlier, or optional",
  check(environment) {
    return environment.layers.flatMap((layer) => {
      const { kustomization, origin } = layer;
      if (kustomization === undefined) return [];
      const owner = { object: kustomization, origin, layer };
      return mappingsAt(kustomization, "spec", "postBuild", "substituteFrom").flatMap((entry, index) => {
        const name = stringAt(entry, "name");
        if (name === undefined || at(entry, "optional") === true) return [];
        const kind = stringAt(entry, "kind") ?? "ConfigMap";
        const reference = { kind, namespace: namespaceOf(kustomization), name };
        return findNeeded(environment, { owner, place: `spec.postBuild.substituteFrom[${index}]`, reference });
      });
    });
  },
};
