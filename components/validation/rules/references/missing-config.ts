import { namespaceOf } from "../../read/flux";
import { podReferences, podTemplate } from "../../read/pods";
import type { EnvironmentRule } from "../../rule";
import { findNeeded } from "./needed-object";

/** A pod whose ConfigMap or Secret is missing does not start. */
export const missingConfig: EnvironmentRule = {
  code: "missing-config",
  scope: "environment",
  about: "every ConfigMap and Secret that a pod needs is declared in its own layer or an earlier one",
  check(environment) {
    return environment.objects.flatMap((owner) => {
      const template = podTemplate(owner.object);
      if (template === undefined) return [];
      const namespace = namespaceOf(owner.object);
      return podReferences(template).flatMap(({ kind, name, place }) =>
        findNeeded(environment, { owner, place, reference: { kind, namespace, name } }),
      );
    });
  },
};
