import type { App } from "./app";
import type { Fault } from "./issue";
import type { KubernetesObject } from "./object";
import type { SealedSecret } from "./sealed-secret";

/** Replaces parts of a container's image reference; upstream: `images[]` of a kustomization. */
export interface ImageOverride {
  readonly name?: string;
  readonly tag?: string;
  /** `sha256:…`; decides what runs, and a `tag` beside it says to people and bots which version that is. */
  readonly digest?: string;
}

/** One operation of a JSON patch (RFC 6902): for what a strategic merge cannot say. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: `/${string}`; readonly value: unknown }
  | { readonly op: "remove"; readonly path: `/${string}` }
  | { readonly op: "move" | "copy"; readonly from: `/${string}`; readonly path: `/${string}` };

/** Files that this program does not model: they reach the monorepo as they are, without the line that calls a file generated. */
export interface RawFiles {
  /** Path below the overlay's folder → text. */
  readonly files: Readonly<Record<string, string>>;
  /** Those of the files, or of their folders, that the overlay's kustomization lists. */
  readonly resources: readonly string[];
}

/** How an app runs in one environment, with its types erased: what the renderer reads. Rendered to `<layer folder>/<env>/<app>/`. */
export interface Overlay {
  readonly app: App;
  /** `namespace:` of the kustomization. */
  readonly namespace?: string;
  /** Name of a base resource → strategic merge patch body (no apiVersion, kind or metadata.name). */
  readonly patches: Readonly<Record<string, object>>;
  /** Name of a base resource → JSON patch, applied after the strategic merge patches. */
  readonly jsonPatches: Readonly<Record<string, readonly JsonPatchOperation[]>>;
  /** Container name → image override. */
  readonly images: Readonly<Record<string, ImageOverride>>;
  /** Name of a base resource → `spec.replicas`; rendered as replicas-patch.yaml. */
  readonly replicas: Readonly<Record<string, number>>;
  /** Objects that only this environment has, by file name without extension. */
  readonly add: Readonly<Record<string, KubernetesObject | SealedSecret>>;
  /** Files that are rendered as they are. @default none */
  readonly raw?: RawFiles;
  /** What `overlay` found wrong; `defineMonorepo` reports it with everything else. */
  readonly faults?: readonly Fault[];
}
