import type { IKustomization } from "@kubernetes-models/flux-cd/kustomize.toolkit.fluxcd.io/v1" with {
  "resolution-mode": "import",
};

type Spec = NonNullable<IKustomization["spec"]>;

/** Fields of a layer's Kustomization that have no option of their own, as Flux has them. */
export type KustomizationFields = Readonly<
  Partial<
    Pick<
      Spec,
      | "commonMetadata"
      | "decryption"
      | "deletionPolicy"
      | "force"
      | "healthCheckExprs"
      | "healthChecks"
      | "kubeConfig"
      | "postBuild"
      | "serviceAccountName"
      | "suspend"
    >
  >
>;
