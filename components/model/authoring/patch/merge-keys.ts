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
  "admissionregistration.k8s.io/v1",
] as const;

/** Field → the keys by which kustomize merges its list, as the schemas that it brings along have them; it replaces every other list. */
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
  secrets: ["name"],
  webhooks: ["name"],
} as const;

/** Field → the second key of its list. Kustomize merges two entries only when both write it alike, or both leave it out. */
export const secondKeys: Readonly<Record<string, string>> = {
  ports: "protocol",
  topologySpreadConstraints: "whenUnsatisfiable",
};

/** Lists whose entries an overlay may not invent: a new one says `$new: true`. */
export const closedLists = ["containers", "initContainers"] as const;

/** Tells whether an overlay may not invent entries of a list. */
export function isClosed(field: string): boolean {
  return closedLists.some((name) => name === field);
}

/** Tells whether kustomize merges a list of a built-in kind; ServiceAccount has one named as the pod's that it replaces. */
export function isMerged(kind: string, field: string): boolean {
  return Object.hasOwn(mergeKeys, field) && !(kind === "ServiceAccount" && field === "imagePullSecrets");
}

/** The merge key that an entry of a list has, or `undefined` where the list is replaced. */
export function mergeKeyOf(field: string, entry: object): string | undefined {
  const keys: readonly string[] | undefined = Object.hasOwn(mergeKeys, field)
    ? mergeKeys[field as keyof typeof mergeKeys]
    : undefined;
  return keys?.find((key) => key in entry);
}
