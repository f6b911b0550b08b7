import type { KubernetesObject } from "../../../components/model/object";

const namespace = "flux-system";

function object(apiVersion: string, kind: string, name: string): KubernetesObject {
  return { apiVersion, kind, metadata: { name, namespace } };
}

function global(apiVersion: string, kind: string, name: string): KubernetesObject {
  return { apiVersion, kind, metadata: { name } };
}

/** One object of every role that a bootstrap has. */
export const bootstrapObjects: readonly KubernetesObject[] = [
  global("v1", "Namespace", namespace),
  global("apiextensions.k8s.io/v1", "CustomResourceDefinition", "gitrepositories.source.toolkit.fluxcd.io"),
  global("apiextensions.k8s.io/v1", "CustomResourceDefinition", "kustomizations.kustomize.toolkit.fluxcd.io"),
  global("rbac.authorization.k8s.io/v1", "ClusterRole", "crd-controller"),
  object("v1", "ServiceAccount", "source-controller"),
  object("v1", "Service", "source-controller"),
  object("apps/v1", "Deployment", "source-controller"),
  object("source.toolkit.fluxcd.io/v1", "GitRepository", namespace),
  object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", namespace),
];

/** Two layers beside the root. */
export const layerObjects: readonly KubernetesObject[] = [
  object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "apps"),
  object("kustomize.toolkit.fluxcd.io/v1", "Kustomization", "infrastructure-controllers"),
];
