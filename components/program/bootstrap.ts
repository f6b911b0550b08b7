import type { LayerRef } from "../cluster/reconcile/reconcile";
import { buildFolder } from "../kustomize/build";
import type { TextFiles } from "../kustomize/tree/files";
import type { FluxKustomization } from "../manifests/render";
import type { KubernetesObject } from "../model/object";

/** What an update applies to the cluster itself; Flux applies the same objects from Git ever after. */
export interface Bootstrap {
  /** What `clusters/<env>/flux-system` builds to. */
  readonly objects: readonly KubernetesObject[];
  readonly layers: readonly KubernetesObject[];
  /** The layers by name, with those that each waits for. */
  readonly order: readonly LayerRef[];
}

/** Builds the bootstrap's objects from the tree as it will be committed. */
export async function bootstrapOf(
  environment: string,
  texts: TextFiles,
  layers: readonly FluxKustomization[],
  tool: string,
): Promise<Bootstrap> {
  return {
    objects: await buildFolder(tool, texts, `clusters/${environment}/flux-system`),
    layers,
    order: layers.map(({ metadata, spec }) => ({
      name: metadata.name,
      dependsOn: (spec?.dependsOn ?? []).map(({ name }) => name),
    })),
  };
}
