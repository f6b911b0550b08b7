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

/** What a bootstrap is built from. */
export interface BootstrapInput {
  readonly environment: string;
  /** The tree as it will be committed. */
  readonly texts: TextFiles;
  readonly layers: readonly FluxKustomization[];
  /** Path of kustomize or kubectl. */
  readonly tool: string;
}

/** Builds the bootstrap's objects. */
export async function bootstrapOf({ environment, texts, layers, tool }: BootstrapInput): Promise<Bootstrap> {
  return {
    objects: await buildFolder(tool, texts, `clusters/${environment}/flux-system`),
    layers,
    order: layers.map(({ metadata, spec }) => ({
      name: metadata.name,
      dependsOn: (spec?.dependsOn ?? []).map(({ name }) => name),
      ...(spec?.sourceRef.kind === "ExternalArtifact" ? { artifact: spec.sourceRef.name } : {}),
    })),
  };
}
