import type { IGitRepository, IOCIRepository } from "@kubernetes-models/flux-cd/source.toolkit.fluxcd.io/v1" with {
  "resolution-mode": "import",
};
import type { ClusterSettings, FollowedSource } from "../../model/cluster-settings";
import type { KubernetesObject } from "../../model/object";
import { fluxNamespace, mirrorName, rootName } from "./names";

/** The GitRepository that an environment's cluster follows. */
export type FluxGitRepository = IGitRepository & KubernetesObject;

/** The OCIRepository of the tree that a CI published. */
export type FluxArtifact = IOCIRepository & KubernetesObject;

const apiVersion = "source.toolkit.fluxcd.io/v1";

/** What the root Kustomization, and each layer that has no artifact of its own, takes its files from. */
export interface SourceRef {
  readonly kind: "GitRepository" | "OCIRepository";
  readonly name: string;
}

/** The one source that an environment's cluster follows: a layer never comes from elsewhere than the Kustomization that declares it. */
export function followedSource({ follows }: ClusterSettings): SourceRef {
  switch (follows?.kind) {
    case undefined:
      return { kind: "GitRepository", name: rootName };
    case "mirror":
      return { kind: "GitRepository", name: mirrorName };
    case "artifact":
      return { kind: "OCIRepository", name: rootName };
  }
}

/** The sources of `gotk-sync.yaml`. A cluster that follows a mirror keeps the repository beside it, for what writes to it; one that follows an artifact needs no Git. */
export function sourceObjects(settings: ClusterSettings): readonly (FluxGitRepository | FluxArtifact)[] {
  const { source, follows } = settings;
  const { branch, interval } = source;
  const repository = gitRepository(rootName, { ...source });
  switch (follows?.kind) {
    case undefined:
      return [repository];
    case "mirror":
      return [repository, gitRepository(mirrorName, { branch, interval, ...follows })];
    case "artifact":
      return [ociRepository(follows, interval)];
  }
}

function gitRepository(
  name: string,
  { url, branch, interval, secretName, provider }: ClusterSettings["source"],
): FluxGitRepository {
  return {
    apiVersion,
    kind: "GitRepository",
    metadata: { name, namespace: fluxNamespace },
    spec: {
      interval,
      ...(provider === undefined ? {} : { provider }),
      ref: { branch },
      ...(secretName === undefined ? {} : { secretRef: { name: secretName } }),
      url,
    },
  };
}

function ociRepository(
  { url, tag, secretName, provider = "generic" }: FollowedSource & { readonly kind: "artifact" },
  interval: ClusterSettings["source"]["interval"],
): FluxArtifact {
  return {
    apiVersion,
    kind: "OCIRepository",
    metadata: { name: rootName, namespace: fluxNamespace },
    spec: {
      interval,
      ...(provider === "generic" ? {} : { provider }),
      ref: { tag },
      ...(secretName === undefined ? {} : { secretRef: { name: secretName } }),
      url,
    },
  };
}
