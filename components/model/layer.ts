import type { Duration } from "./duration";
import type { Overlay } from "./overlay";

/** A part of an environment that Flux applies and prunes as a whole: one Kustomization of `clusters/<env>/`. */
export interface Layer {
  /** `metadata.name` of the Kustomization: `monitoring-controllers`. */
  readonly name: string;
  /** Folder of its bases and overlays: `monitoring/controllers`. Its first segment names the file in `clusters/<env>/`. */
  readonly folder: string;
  readonly overlays: readonly Overlay[];
  readonly dependsOn: readonly Layer[];
  /** `spec.interval`. @default 1h */
  readonly interval: Duration;
  /** `spec.retryInterval`. @default 1m */
  readonly retryInterval: Duration;
  /** `spec.timeout`. @default 5m */
  readonly timeout: Duration;
  /** `spec.prune`. @default true */
  readonly prune: boolean;
  /** `spec.wait`; a layer that another depends on always waits. @default false */
  readonly wait: boolean;
}
