import type { IClusterRole } from "kubernetes-models/rbac.authorization.k8s.io/v1/ClusterRole" with {
  "resolution-mode": "import",
};
import type { IClusterRoleBinding } from "kubernetes-models/rbac.authorization.k8s.io/v1/ClusterRoleBinding" with {
  "resolution-mode": "import",
};
import type { IRole } from "kubernetes-models/rbac.authorization.k8s.io/v1/Role" with { "resolution-mode": "import" };
import type { IRoleBinding } from "kubernetes-models/rbac.authorization.k8s.io/v1/RoleBinding" with {
  "resolution-mode": "import",
};
import type { IServiceAccount } from "kubernetes-models/v1/ServiceAccount" with { "resolution-mode": "import" };
import type { Input, Metadata } from "./object";

export interface ServiceAccount extends Omit<IServiceAccount, "metadata"> {
  readonly metadata: Metadata;
}

export interface Role extends Omit<IRole, "metadata"> {
  readonly metadata: Metadata;
}

export interface RoleBinding extends Omit<IRoleBinding, "metadata"> {
  readonly metadata: Metadata;
}

export interface ClusterRole extends Omit<IClusterRole, "metadata"> {
  readonly metadata: Metadata;
}

export interface ClusterRoleBinding extends Omit<IClusterRoleBinding, "metadata"> {
  readonly metadata: Metadata;
}

/** A ServiceAccount. */
export function serviceAccount(input: Input<ServiceAccount>): ServiceAccount {
  return { apiVersion: "v1", kind: "ServiceAccount", ...input };
}

/** A Role. */
export function role(input: Input<Role>): Role {
  return { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", ...input };
}

/** A RoleBinding. */
export function roleBinding(input: Input<RoleBinding>): RoleBinding {
  return { apiVersion: "rbac.authorization.k8s.io/v1", kind: "RoleBinding", ...input };
}

/** A ClusterRole. */
export function clusterRole(input: Input<ClusterRole>): ClusterRole {
  return { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", ...input };
}

/** A ClusterRoleBinding. */
export function clusterRoleBinding(input: Input<ClusterRoleBinding>): ClusterRoleBinding {
  return { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRoleBinding", ...input };
}
