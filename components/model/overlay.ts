import type { App } from "./app";
import type { KubernetesObject } from "./object";
import type { SealedSecret } from "./sealed-secret";

/** Replaces parts of a container's image reference; upstream: `images[]` of a kustomization. */
export interface ImageOverride {
  readonly name?: string;
  readonly tag?: string;
  /** `sha256:…`; wins over `tag`. */
  readonly digest?: string;
}

/** How an app runs in one environment, with its types erased: what the renderer reads. Rendered to `<layer folder>/<env>/<app>/`. */
export interface Overlay {
  readonly app: App;
  /** `namespace:` of the kustomization. */
  readonly namespace?: string;
  /** Name of a base resource → strategic merge patch body (no apiVersion, kind or metadata.name). */
  readonly patches: Readonly<Record<string, object>>;
  /** Container name → image override. */
  readonly images: Readonly<Record<string, ImageOverride>>;
  /** Name of a base resource → `spec.replicas`; rendered as replicas-patch.yaml. */
  readonly replicas: Readonly<Record<string, number>>;
  /** Objects that only this environment has, by file name without extension. */
  readonly add: Readonly<Record<string, KubernetesObject | SealedSecret>>;
}
