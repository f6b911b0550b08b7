import { describeObject } from "../../../model/object";
import { at } from "../../read/fields";
import type { EnvironmentRule } from "../../rule";

/** Flux's own components carry `${…}` in their manifests. */
export const rootSubstitution: EnvironmentRule = {
  code: "root-substitution",
  scope: "environment",
  about: "the root Kustomization, which applies Flux's own components, substitutes nothing",
  check({ layers }) {
    return layers.flatMap(({ root, kustomization, origin }) => {
      if (!root || kustomization === undefined || at(kustomization, "spec", "postBuild") === undefined) return [];
      const message =
        "spec.postBuild would substitute in Flux's own components; set it on the layers that use variables instead";
      return [{ path: origin, resource: describeObject(kustomization), message }];
    });
  },
};
