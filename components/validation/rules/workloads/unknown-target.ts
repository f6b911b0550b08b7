import { at, mappingsAt, stringAt } from "../../read/fields";
import { namespaceOf } from "../../read/flux";
import type { PlacedObject } from "../../gate-input";
import type { EnvironmentRule } from "../../rule";
import { findNeeded } from "../references/needed-object";

interface Target {
  readonly kind: string;
  readonly name: string;
  readonly place: string;
}

/** Routes, autoscalers and canaries act on another object, by name alone. */
export const unknownTarget: EnvironmentRule = {
  code: "unknown-target",
  scope: "environment",
  about: "what an Ingress, an autoscaler or a Canary names is declared in its own layer or an earlier one",
  check(environment) {
    return environment.objects.flatMap((owner) =>
      targetsOf(owner).flatMap(({ kind, name, place }) =>
        findNeeded(environment, { owner, place, reference: { kind, namespace: namespaceOf(owner.object), name } }),
      ),
    );
  },
};

function targetsOf({ object }: PlacedObject): readonly Target[] {
  switch (object.kind) {
    case "HorizontalPodAutoscaler":
      return scaleTarget(object, "scaleTargetRef");
    case "Canary":
      return scaleTarget(object, "targetRef");
    case "Ingress":
      return [
        ...mappingsAt(object, "spec", "rules").flatMap((rule) =>
          mappingsAt(rule, "http", "paths").map((path) => path.backend),
        ),
        at(object, "spec", "defaultBackend"),
      ].flatMap((backend) => {
        const name = stringAt(backend, "service", "name");
        return name === undefined ? [] : [{ kind: "Service", name, place: "its backend" }];
      });
    default:
      return [];
  }
}

function scaleTarget(object: unknown, field: string): readonly Target[] {
  const kind = stringAt(object, "spec", field, "kind");
  const name = stringAt(object, "spec", field, "name");
  return kind === undefined || name === undefined ? [] : [{ kind, name, place: `spec.${field}` }];
}
