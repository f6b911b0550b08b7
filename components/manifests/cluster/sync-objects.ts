import type { ClusterSettings } from "../../model/cluster-settings";
import { followedSource, sourceObjects, type FluxArtifact, type FluxGitRepository } from "./followed-source";
import type { FluxKustomization } from "./layer-kustomizations";
import { clusterPath, fluxNamespace, rootName } from "./names";

/** What `gotk-sync.yaml` holds: the source, and the root Kustomization that applies `clusters/<env>/`. */
export function syncObjects(
  environment: string,
  settings: ClusterSettings,
): readonly (FluxGitRepository | FluxArtifact | FluxKustomization)[] {
  const root: FluxKustomization = {
    apiVersion: "kustomize.toolkit.fluxcd.io/v1",
    kind: "Kustomization",
    metadata: { name: rootName, namespace: fluxNamespace },
    spec: {
      interval: settings.syncInterval,
      path: `./${clusterPath(environment)}`,
      prune: true,
      sourceRef: followedSource(settings),
    },
  };
  return [...sourceObjects(settings), root];
}
