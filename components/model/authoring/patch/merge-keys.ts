/** API versions whose lists Kubernetes merges by key; kustomize replaces the lists of all other kinds. */
export const builtInVersions = [
  "v1",
  "apps/v1",
  "batch/v1",
  "networking.k8s.io/v1",
  "rbac.authorization.k8s.io/v1",
  "policy/v1",
  "autoscaling/v2",
  "storage.k8s.io/v1",
  "scheduling.k8s.io/v1",
] as const;

/** Field → the keys by which Kubernetes merges its list, for the fields that a workload, a Service or a ServiceAccount has. */
export const mergeKeys = {
  containers: ["name"],
  initContainers: ["name"],
  env: ["name"],
  ports: ["containerPort", "port"],
  volumes: ["name"],
  volumeMounts: ["mountPath"],
  volumeDevices: ["devicePath"],
  hostAliases: ["ip"],
  imagePullSecrets: ["name"],
  topologySpreadConstraints: ["topologyKey"],
  schedulingGates: ["name"],
  resourceClaims: ["name"],
  secrets: ["name"],
} as const;

/** Field → the second key of its list. Kustomize merges two entries only when both write it alike, or both leave it out. */
export const secondKeys: Readonly<Record<string, string>> = {
  ports: "protocol",
  topologySpreadConstraints: "whenUnsatisfiable",
};

/** Lists whose entries an overlay may not invent: a new one says `$new: true`. */
export const closedLists: readonly string[] = ["containers", "initContainers"];

/** The merge key that an entry of a list has, or `undefined` where the list is replaced. */
export function mergeKeyOf(field: string, entry: object): string | undefined {
  const keys: readonly string[] | undefined = Object.hasOwn(mergeKeys, field)
    ? mergeKeys[field as keyof typeof mergeKeys]
    : undefined;
  return keys?.find((key) => key in entry);
}
