import type { KustomizationFields } from "../../model/flux/kustomization-fields";
import type { KubernetesObject } from "../../model/object";
import type { ImageOverride, JsonPatchOperation, RawFiles } from "../../model/overlay";
import type { Remark } from "../read/source";

/** An app as it will be written: its objects by the keys that overlays address them with. */
export interface DraftApp {
  /** Folder of its layer in the model. */
  readonly folder: string;
  readonly name: string;
  readonly resources: Readonly<Record<string, KubernetesObject>>;
  /** Files that it was read from. */
  readonly sources: readonly string[];
}

/** An app in one environment, as it will be written. */
export interface DraftOverlay {
  readonly app: DraftApp;
  readonly namespace?: string;
  readonly patches: Readonly<Record<string, object>>;
  readonly jsonPatches: Readonly<Record<string, readonly JsonPatchOperation[]>>;
  readonly images: Readonly<Record<string, ImageOverride>>;
  readonly replicas: Readonly<Record<string, number>>;
  readonly add: Readonly<Record<string, KubernetesObject>>;
  readonly raw?: RawFiles;
}

/** A layer as it will be written. */
export interface DraftLayer {
  readonly name: string;
  readonly folder: string;
  readonly overlays: readonly DraftOverlay[];
  readonly dependsOn: readonly string[];
  /** Options that differ from their defaults. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly others: KustomizationFields;
}

/** An environment as it will be written, its layers in the order of their dependencies. */
export interface DraftEnvironment {
  readonly name: string;
  readonly fluxVersion: string;
  readonly recipients: readonly string[];
  readonly layers: readonly DraftLayer[];
}

/** Everything that the written code says. */
export interface Draft {
  readonly apps: readonly DraftApp[];
  readonly environments: readonly DraftEnvironment[];
  /** Path → text of the files beside the layers. */
  readonly rawFiles: Readonly<Record<string, string>>;
  /** Path → text of the files that Kustomizations below a layer apply. */
  readonly kept: ReadonlyMap<string, string>;
  readonly remarks: readonly Remark[];
}

/** What earlier attempts taught: parts that typed code cannot say, or not so that kustomize builds the same. */
export interface Concessions {
  /** `<folder>/<app>` → why its objects are kept as built. */
  readonly raw: Map<string, string>;
  /** `<folder>/<app>` whose overlays use JSON patches. */
  readonly jsonPatches: Set<string>;
  /** `<folder>/<app>` whose objects the compiler does not check. */
  readonly untyped: Set<string>;
}

/** What apps are called in concessions and messages. */
export function appId({ folder, name }: { readonly folder: string; readonly name: string }): string {
  return `${folder}/${name}`;
}
