/** What tells one cluster from another. */
export interface ClusterFacts {
  /** UID of the namespace kube-system: a rebuilt cluster has another. */
  readonly uid: string;
  /** `spec.path` of the Kustomization flux-system; absent while Flux is not installed. */
  readonly rootPath?: string;
}

/** What a run expects of the cluster it is pointed at. */
export interface ClusterExpectation {
  readonly environment: string;
  /** Path that this environment's root Kustomization applies: `./clusters/staging`. */
  readonly path: string;
  readonly context: string;
  /** UID of a cluster that is accepted whatever was recorded. */
  readonly acceptCluster?: string;
}

/** Says what is wrong with the cluster and what to do; undefined when a run may change it. `recorded` is the UID of the last run. */
export function judgeCluster(
  expected: ClusterExpectation,
  live: ClusterFacts,
  recorded: string | undefined,
): string | undefined {
  if (expected.acceptCluster === live.uid) return undefined;
  if (recorded !== undefined && recorded !== live.uid) return replaced(expected, live.uid, recorded);
  if (live.rootPath !== undefined && !isSamePath(live.rootPath, expected.path)) return foreign(expected, live);
  return undefined;
}

function replaced({ environment, context }: ClusterExpectation, live: string, recorded: string): string {
  return [
    `The context "${context}" points at another cluster than the one ${environment} was applied to:`,
    `its kube-system has the UID ${live}, recorded is ${recorded}.`,
    `If that is a mistake, correct the configuration keys kubeconfig and context.`,
    `If the cluster was rebuilt or replaced, run \`pulumi config set acceptCluster ${live}\` and then \`pulumi up --refresh\`.`,
  ].join(" ");
}

function foreign({ environment, path, context }: ClusterExpectation, live: ClusterFacts): string {
  return [
    `The cluster of the context "${context}" already follows ${live.rootPath}, not ${path}: it belongs to another environment.`,
    `Applying ${environment} would prune what runs there. Correct the configuration keys kubeconfig and context,`,
    `or, if ${environment} shall take it over, run \`pulumi config set acceptCluster ${live.uid}\`.`,
  ].join(" ");
}

/** Whether two paths of root Kustomizations are one, however they are spelled. */
export function isSamePath(one: string, other: string): boolean {
  return normal(one) === normal(other);
}

function normal(path: string): string {
  return path.replace(/^\.\//, "").replace(/\/+$/, "");
}
