import { mappingsAt, stringAt } from "../../read/fields";
import { namespaceOf } from "../../read/flux";
import { podTemplate } from "../../read/pods";
import type { EnvironmentRule } from "../../rule";
import { findNeeded } from "./needed-object";

/** A pull secret that is missing fails only where the image is private, hence long after the change. */
export const missingPullSecret: EnvironmentRule = {
  code: "missing-pull-secret",
  scope: "environment",
  about: "every image pull secret of a pod or ServiceAccount is declared in its own layer or an earlier one",
  check(environment) {
    return environment.objects.flatMap((owner) => {
      const { object } = owner;
      const named = [
        ...mappingsAt(podTemplate(object), "spec", "imagePullSecrets"),
        ...(object.kind === "ServiceAccount" ? mappingsAt(object, "imagePullSecrets") : []),
      ];
      return named.flatMap((entry) => {
        const name = stringAt(entry, "name");
        if (name === undefined) return [];
        return findNeeded(environment, {
          owner,
          place: "imagePullSecrets",
          reference: { kind: "Secret", namespace: namespaceOf(object), name },
        });
      });
    });
  },
};
