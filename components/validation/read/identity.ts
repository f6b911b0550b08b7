import type { KubernetesObject } from "../../model/object";

/** Group of an apiVersion: `apps` of `apps/v1`, and `` of `v1`. */
export function groupOf({ apiVersion }: { readonly apiVersion: string }): string {
  const slash = apiVersion.indexOf("/");
  return slash < 0 ? "" : apiVersion.slice(0, slash);
}

/** Version of an apiVersion: `v1` of `apps/v1`. */
export function versionOf({ apiVersion }: { readonly apiVersion: string }): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}

/** What the API server tells objects apart by: group, kind, namespace and name, whatever the version. */
export function objectKey(object: KubernetesObject): string {
  return [groupOf(object), object.kind, object.metadata.namespace ?? "", object.metadata.name].join("/");
}

/** API groups that every API server has; any other group needs a CRD or an aggregated API. */
const builtInGroups = new Set([
  "",
  "admissionregistration.k8s.io",
  "apiextensions.k8s.io",
  "apiregistration.k8s.io",
  "apps",
  "authentication.k8s.io",
  "authorization.k8s.io",
  "autoscaling",
  "batch",
  "certificates.k8s.io",
  "coordination.k8s.io",
  "discovery.k8s.io",
  "events.k8s.io",
  "flowcontrol.apiserver.k8s.io",
  "internal.apiserver.k8s.io",
  "networking.k8s.io",
  "node.k8s.io",
  "policy",
  "rbac.authorization.k8s.io",
  "resource.k8s.io",
  "scheduling.k8s.io",
  "storage.k8s.io",
  "storagemigration.k8s.io",
]);

/** Whether an object's kind is part of Kubernetes itself. */
export function isBuiltIn(object: { readonly apiVersion: string }): boolean {
  return builtInGroups.has(groupOf(object));
}

const clusterScoped = new Set([
  "APIService",
  "CSIDriver",
  "CSINode",
  "CertificateSigningRequest",
  "ClusterRole",
  "ClusterRoleBinding",
  "ClusterTrustBundle",
  "CustomResourceDefinition",
  "DeviceClass",
  "FlowSchema",
  "IPAddress",
  "IngressClass",
  "MutatingAdmissionPolicy",
  "MutatingAdmissionPolicyBinding",
  "MutatingWebhookConfiguration",
  "Namespace",
  "Node",
  "PersistentVolume",
  "PriorityClass",
  "PriorityLevelConfiguration",
  "ResourceSlice",
  "RuntimeClass",
  "ServiceCIDR",
  "StorageClass",
  "ValidatingAdmissionPolicy",
  "ValidatingAdmissionPolicyBinding",
  "ValidatingWebhookConfiguration",
  "VolumeAttachment",
  "VolumeAttributesClass",
]);

/** Whether a built-in kind has no namespace. */
export function isClusterScoped(object: KubernetesObject): boolean {
  return isBuiltIn(object) && clusterScoped.has(object.kind);
}
