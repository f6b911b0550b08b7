import type { IClusterRoleBinding } from "kubernetes-models/rbac.authorization.k8s.io/v1" with {
  "resolution-mode": "import",
};
import type { KubernetesObject } from "../../model/object";
import { fluxNamespace } from "../cluster/names";

/** Access rules and the quota of an installation: several may share a cluster, so each name ends with the namespace. */
export function rbacObjects(rbac: readonly KubernetesObject[]): readonly KubernetesObject[] {
  const names = new Set(rbac.filter(({ kind }) => kind === "ClusterRole").map(({ metadata }) => metadata.name));
  return rbac.map((object) => {
    const metadata = { ...object.metadata, name: suffixed(object.metadata.name) };
    return isBinding(object) ? bound({ ...object, metadata }, names) : { ...object, metadata };
  });
}

type Binding = IClusterRoleBinding & KubernetesObject;

function bound(binding: Binding, ownRoles: ReadonlySet<string>): Binding {
  const { roleRef, subjects = [] } = binding;
  return {
    ...binding,
    roleRef: { ...roleRef, name: ownRoles.has(roleRef.name) ? suffixed(roleRef.name) : roleRef.name },
    subjects: subjects.map((subject) => ({ ...subject, namespace: fluxNamespace })),
  };
}

function isBinding(object: KubernetesObject): object is Binding {
  return object.kind === "ClusterRoleBinding" && "roleRef" in object;
}

function suffixed(name: string): string {
  return `${name}-${fluxNamespace}`;
}
