import type { IGitRepository } from "@kubernetes-models/flux-cd/source.toolkit.fluxcd.io/v1" with {
  "resolution-mode": "import",
};
import type { ClusterSettings } from "../../model/cluster-settings";
import type { KubernetesObject } from "../../model/object";
import type { FluxKustomization } from "./layer-kustomizations";
import { clusterPath, fluxNamespace, rootName } from "./names";

/** The GitRepository that an environment's cluster follows. */
export type FluxGitRepository = IGitRepository & KubernetesObject;

/** What `gotk-sync.yaml` holds: the source, and the root Kustomization that applies `clusters/<env>/`. */
export function syncObjects(
  environment: string,
  settings: ClusterSettings,
): readonly [FluxGitRepository, FluxKustomization] {
  const metadata = { name: rootName, namespace: fluxNamespace };
  const { url, branch, interval, secretName } = settings.source;
  const source: FluxGitRepository = {
    apiVersion: "source.toolkit.fluxcd.io/v1",
    kind: "GitRepository",
    metadata,
    spec: { interval, ref: { branch }, ...(secretName === undefined ? {} : { secretRef: { name: secretName } }), url },
  };
  const root: FluxKustomization = {
    apiVersion: "kustomize.toolkit.fluxcd.io/v1",
    kind: "Kustomization",
    metadata,
    spec: {
      interval: settings.syncInterval,
      path: `./${clusterPath(environment)}`,
      prune: true,
      sourceRef: { kind: "GitRepository", name: rootName },
    },
  };
  return [source, root];
}
