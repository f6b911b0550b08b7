import { mappingsAt, stringAt } from "../../read/fields";
import { namespaceOf } from "../../read/flux";
import { podTemplate } from "../../read/pods";
import type { EnvironmentRule } from "../../rule";
import { findNeeded } from "./needed-object";

/** A pod whose claim is missing stays pending. */
export const missingClaim: EnvironmentRule = {
  code: "missing-claim",
  scope: "environment",
  about: "every PersistentVolumeClaim that a pod mounts is declared in its own layer or an earlier one",
  check(environment) {
    return environment.objects.flatMap((owner) =>
      mappingsAt(podTemplate(owner.object), "spec", "volumes").flatMap((volume) => {
        const name = stringAt(volume, "persistentVolumeClaim", "claimName");
        if (name === undefined) return [];
        const reference = { kind: "PersistentVolumeClaim", namespace: namespaceOf(owner.object), name };
        return findNeeded(environment, { owner, place: `volume ${stringAt(volume, "name") ?? "?"}`, reference });
      }),
    );
  },
};
