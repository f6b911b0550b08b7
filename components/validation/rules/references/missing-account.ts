import { stringAt } from "../../read/fields";
import { namespaceOf } from "../../read/flux";
import { podTemplate } from "../../read/pods";
import type { EnvironmentRule } from "../../rule";
import { findNeeded } from "./needed-object";

/** A workload whose ServiceAccount is missing creates no pod at all. */
export const missingAccount: EnvironmentRule = {
  code: "missing-account",
  scope: "environment",
  about: "every ServiceAccount that a pod runs as is declared in its own layer or an earlier one",
  check(environment) {
    return environment.objects.flatMap((owner) => {
      const name = stringAt(podTemplate(owner.object), "spec", "serviceAccountName");
      if (name === undefined) return [];
      const reference = { kind: "ServiceAccount", namespace: namespaceOf(owner.object), name };
      return findNeeded(environment, { owner, place: "spec.serviceAccountName", reference });
    });
  },
};
