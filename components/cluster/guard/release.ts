/** What a stack recorded of the cluster that it installed Flux on. */
export interface HeldCluster {
  readonly environment: string;
  /** UID of the namespace kube-system. */
  readonly uid: string;
  readonly context: string;
}

/** What the configuration of a run without a cluster says about the one that the stack holds. */
export interface Release {
  /** UID of the cluster that Flux may be taken from. */
  readonly uninstall?: string;
  /** Command that has the stack forget its cluster and leaves what runs there. */
  readonly forget?: string;
}

/** Says why a run without a cluster may not go on, and what to do; undefined where the user asked for what it does. */
export function judgeRelease({ environment, uid, context }: HeldCluster, release: Release): string | undefined {
  if (release.uninstall === uid) return undefined;
  return [
    `This stack installed Flux for ${environment} on the cluster of the context "${context}" (UID ${uid}), and with cluster set to false an update`,
    `would uninstall it there: the controllers, their definitions and every object of Flux. Nothing was changed.`,
    `To keep Flux as it is, remove the key cluster.`,
    ...(release.forget === undefined
      ? []
      : [`To leave Flux running there and have this stack forget it, run \`${release.forget}\`.`]),
    `To uninstall it, which leaves the workloads, run \`pulumi config set uninstallFlux ${uid}\`.`,
  ].join(" ");
}
