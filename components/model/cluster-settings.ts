import type { Duration } from "./duration";

/** Controllers that make up a Flux installation; upstream: `flux bootstrap --components`, `--components-extra`. */
export const fluxComponents = [
  "source-controller",
  "kustomize-controller",
  "helm-controller",
  "notification-controller",
  "image-reflector-controller",
  "image-automation-controller",
  "source-watcher",
] as const;

export type FluxComponent = (typeof fluxComponents)[number];

/** The components that `flux bootstrap` installs by default. */
export const defaultFluxComponents: readonly FluxComponent[] = fluxComponents.slice(0, 4);

/** Options of the Flux installation; each maps to the flag of `flux bootstrap` that its doc names. */
export interface FluxOptions {
  /** `--components` and `--components-extra` together, in the order of `fluxComponents`. */
  readonly components: readonly FluxComponent[];
  /** `--registry`. @default ghcr.io/fluxcd */
  readonly registry: string;
  /** `--image-pull-secret`. */
  readonly imagePullSecret?: string;
  /** `--watch-all-namespaces`. @default true */
  readonly watchAllNamespaces: boolean;
  /** `--network-policy`. @default true */
  readonly networkPolicy: boolean;
  /** `--log-level`. @default info */
  readonly logLevel: "debug" | "info" | "error";
  /** `--cluster-domain`. @default cluster.local */
  readonly clusterDomain: string;
  /** `--toleration-keys`. @default [] */
  readonly tolerationKeys: readonly string[];
}

/** How an OCIRepository opens its registry beside a pull secret; upstream: `OCIRepository.spec.provider`. */
export const artifactProviders = ["generic", "aws", "azure", "gcp"] as const;

/** Another place of the same tree that a cluster follows in place of the repository. */
export type FollowedSource =
  /** A second GitRepository: a mirror that every update pushes to as well. */
  | { readonly kind: "mirror"; readonly url: GitUrl; readonly secretName?: string }
  /** An OCIRepository: the tree as the user's own CI publishes it, with the commit as the artifact's origin revision. */
  | {
      readonly kind: "artifact";
      readonly url: `oci://${string}`;
      readonly tag: string;
      readonly secretName?: string;
      /** @default generic */
      readonly provider?: (typeof artifactProviders)[number];
    };

/** A URL that Flux's GitRepository accepts. */
export type GitUrl = `${"https" | "http" | "ssh"}://${string}`;

/** What one environment's stack configuration adds to the tree: it reaches only `clusters/<env>/`. */
export interface ClusterSettings {
  readonly source: {
    /** URL that Flux clones: `https://…`, `http://…` (loopback) or `ssh://…`; never with credentials. */
    readonly url: string;
    /** Branch that this environment follows: `main`, or `env/production`. */
    readonly branch: string;
    /** `GitRepository.spec.interval`. @default 1m0s */
    readonly interval: Duration;
    /** Secret with the source's credentials, if it needs any. @default flux-system */
    readonly secretName?: string;
    /** `GitRepository.spec.provider`: a GitHub App opens the repository. @default generic */
    readonly provider?: "github";
  };
  /** Followed by everything in place of `source`. @default the cluster follows `source` */
  readonly follows?: FollowedSource;
  /** Each layer gets an artifact of its own folders (ArtifactGenerator), so that a commit reconciles only the layers that it touches. @default false */
  readonly splitLayers?: boolean;
  /** `spec.interval` of the root Kustomization. @default 10m0s */
  readonly syncInterval: Duration;
  /** Secret that holds the age identities. @default sops-age */
  readonly decryptionSecret: string;
  /** Secret with the token that GitHub signs its notices of a push with. @default nobody sends any */
  readonly receiverSecret?: string;
  readonly flux: FluxOptions;
}
