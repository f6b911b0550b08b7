import { describeObject, type KubernetesObject } from "../../../model/object";
import { isFluxObject } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";

const allowed = new Set(["HelmRelease", "HelmRepository", "HelmChart", "OCIRepository"]);

/** What is below the line is the same whether Flux, kubectl or a person applies it. */
export const fluxBelowLine: EnvironmentRule = {
  code: "flux-below-line",
  scope: "environment",
  about: "outside clusters/ only chart sources and releases are of Flux's kinds",
  check({ objects }) {
    return objects
      .filter(({ object, origin }) => isMisplaced(object) && !origin.startsWith("clusters/"))
      .map(({ object, origin }) => ({
        path: origin,
        resource: describeObject(object),
        message: `${object.kind} (${object.apiVersion}) belongs in clusters/<environment>/; elsewhere only ${[...allowed].join(", ")} are allowed of Flux's kinds`,
      }));
  },
};

function isMisplaced(object: KubernetesObject): boolean {
  return isFluxObject(object) && !allowed.has(object.kind);
}
