import type { FluxComponent } from "./cluster-settings";
import type { KubernetesObject } from "./object";

/** The manifests of one Flux release as upstream publishes them, before any option is applied. */
export interface FluxRelease {
  /** With its leading `v`: `v2.9.5`. */
  readonly version: string;
  /** Component → its CRDs, ServiceAccount, Deployment and Service, in upstream's order. */
  readonly components: Readonly<Record<FluxComponent, readonly KubernetesObject[]>>;
  /** ClusterRoles, ClusterRoleBindings and the ResourceQuota. */
  readonly rbac: readonly KubernetesObject[];
  /** The NetworkPolicies of `--network-policy`. */
  readonly policies: readonly KubernetesObject[];
}
