import type { ObjectRef } from "./live-object";

/** Namespace of the Flux controllers and of everything in `clusters/<env>/`. */
export const fluxNamespace = "flux-system";

/** API groups of the toolkit: their objects carry finalizers that only the controllers take away. */
export const toolkitGroups = [
  "kustomize.toolkit.fluxcd.io",
  "helm.toolkit.fluxcd.io",
  "source.toolkit.fluxcd.io",
  "source.extensions.fluxcd.io",
  "notification.toolkit.fluxcd.io",
  "image.toolkit.fluxcd.io",
] as const;

/** Finalizer of the toolkit's controllers. */
export const toolkitFinalizer = "finalizers.fluxcd.io";

export const kustomizationKind = { apiVersion: "kustomize.toolkit.fluxcd.io/v1", kind: "Kustomization" } as const;
export const gitRepositoryKind = { apiVersion: "source.toolkit.fluxcd.io/v1", kind: "GitRepository" } as const;
export const helmReleaseKind = { apiVersion: "helm.toolkit.fluxcd.io/v2", kind: "HelmRelease" } as const;

/** A Kustomization beside the controllers. */
export function kustomizationRef(name: string): ObjectRef {
  return { ...kustomizationKind, name, namespace: fluxNamespace };
}

/** The GitRepository of the same namespace. */
export function gitRepositoryRef(name: string): ObjectRef {
  return { ...gitRepositoryKind, name, namespace: fluxNamespace };
}

/** A source of the same namespace, of any kind of source-controller. */
export function sourceRef(kind: string, name: string): ObjectRef {
  return { apiVersion: gitRepositoryKind.apiVersion, kind, name, namespace: fluxNamespace };
}

/** The ArtifactGenerator that splits the followed source into an artifact a layer. */
export const generatorRef: ObjectRef = {
  apiVersion: "source.extensions.fluxcd.io/v1beta1",
  kind: "ArtifactGenerator",
  name: fluxNamespace,
  namespace: fluxNamespace,
};
