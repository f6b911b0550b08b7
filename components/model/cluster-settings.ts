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
  };
  /** `spec.interval` of the root Kustomization. @default 10m0s */
  readonly syncInterval: Duration;
  /** Secret that holds the age identities. @default sops-age */
  readonly decryptionSecret: string;
  /** Secret with the token that GitHub signs its notices of a push with. @default nobody sends any */
  readonly receiverSecret?: string;
  readonly flux: FluxOptions;
}
