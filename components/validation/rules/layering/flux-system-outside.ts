import { describeObject, type KubernetesObject } from "../../../model/object";
import { fluxNamespace } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";

/** A layer that owns anything of flux-system can prune it, and Flux with it. */
export const fluxSystemOutside: EnvironmentRule = {
  code: "flux-system-outside",
  scope: "environment",
  about: "namespace flux-system and what is in it come from clusters/<environment>/ alone",
  check({ objects }) {
    return objects
      .filter(({ object, layer }) => !layer.root && isOfFluxSystem(object))
      .map(({ object, origin, layer }) => ({
        path: origin,
        resource: describeObject(object),
        message: `is part of layer ${layer.name}, which would delete it when it is pruned; keep what belongs to ${fluxNamespace} in clusters/<environment>/`,
      }));
  },
};

function isOfFluxSystem({ kind, metadata }: KubernetesObject): boolean {
  return metadata.namespace === fluxNamespace || (kind === "Namespace" && metadata.name === fluxNamespace);
}
