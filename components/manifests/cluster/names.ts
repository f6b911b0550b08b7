/** Namespace that Flux is installed in. */
export const fluxNamespace = "flux-system";

/** Name of the GitRepository, the root Kustomization and, unless configured otherwise, the Secret with the source's credentials. */
export const rootName = "flux-system";

/** Name of the GitRepository of a mirror that is followed, and of the Secret with its credentials. */
export const mirrorName = "flux-system-mirror";

/** Name of the Receiver that GitHub tells of a push. */
export const receiverName = "github";

/** Folder of one environment's cluster. */
export function clusterPath(environment: string): string {
  return `clusters/${environment}`;
}
