import type { KubernetesObject } from "../../model/object";
import { expression, type Texts } from "./expression";

/** `<apiVersion> <kind>` → the function of the authoring API that makes it. */
const builders: Readonly<Record<string, string>> = {
  "apps/v1 DaemonSet": "daemonSet",
  "apps/v1 Deployment": "deployment",
  "apps/v1 StatefulSet": "statefulSet",
  "autoscaling/v2 HorizontalPodAutoscaler": "horizontalPodAutoscaler",
  "batch/v1 CronJob": "cronJob",
  "batch/v1 Job": "job",
  "flagger.app/v1beta1 Canary": "canary",
  "helm.toolkit.fluxcd.io/v2 HelmRelease": "helmRelease",
  "networking.k8s.io/v1 Ingress": "ingress",
  "networking.k8s.io/v1 NetworkPolicy": "networkPolicy",
  "policy/v1 PodDisruptionBudget": "podDisruptionBudget",
  "rbac.authorization.k8s.io/v1 ClusterRole": "clusterRole",
  "rbac.authorization.k8s.io/v1 ClusterRoleBinding": "clusterRoleBinding",
  "rbac.authorization.k8s.io/v1 Role": "role",
  "rbac.authorization.k8s.io/v1 RoleBinding": "roleBinding",
  "scheduling.k8s.io/v1 PriorityClass": "priorityClass",
  "source.toolkit.fluxcd.io/v1 HelmRepository": "helmRepository",
  "source.toolkit.fluxcd.io/v1 OCIRepository": "ociRepository",
  "storage.k8s.io/v1 StorageClass": "storageClass",
  "v1 ConfigMap": "configMap",
  "v1 LimitRange": "limitRange",
  "v1 Namespace": "namespace",
  "v1 PersistentVolume": "persistentVolume",
  "v1 PersistentVolumeClaim": "persistentVolumeClaim",
  "v1 ResourceQuota": "resourceQuota",
  "v1 Service": "service",
  "v1 ServiceAccount": "serviceAccount",
};

/** What a file of code collects while its parts are written. */
export interface Writing {
  readonly texts: Texts;
  /** Names that it needs of the authoring API. */
  readonly used: Set<string>;
}

/** Names of all builders: no app may be called so in the file that uses them. */
export const builderNames: readonly string[] = [...Object.values(builders)];

/** Writes an object by the builder of its kind; untyped where there is none, or where the compiler refuses it. */
export function objectCode(object: KubernetesObject, untyped: boolean, { texts, used }: Writing): string {
  const builder = untyped ? undefined : builders[`${object.apiVersion} ${object.kind}`];
  used.add(builder ?? "customObject");
  if (builder === undefined) return `customObject(${expression(object, texts)})`;
  const input = Object.fromEntries(Object.entries(object).filter(([field]) => !["apiVersion", "kind"].includes(field)));
  return `${builder}(${expression(input, texts)})`;
}

/** The import statement for what a file uses of the authoring API; `root` leads from its folder to the program. */
export function authoringImport(used: ReadonlySet<string>, root: string): string {
  return used.size === 0 ? "" : `import { ${[...used].sort().join(", ")} } from "${root}components/model/authoring";\n`;
}
