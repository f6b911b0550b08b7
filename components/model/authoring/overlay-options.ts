import type { App, Resources } from "../app";
import type { KubernetesObject } from "../object";
import type { ImageOverride, JsonPatchOperation, Overlay, RawFiles } from "../overlay";
import type { AddedSecret } from "../sealed-secret";
import type { PatchOf } from "./patch/patch-of";

/** How an app runs in one environment, as one writes it. */
export interface OverlayOptions<R extends Resources> {
  /** Namespace of every object; add the Namespace itself here or in an earlier layer. */
  readonly namespace?: string;
  /** Name of a base resource → strategic merge patch; see `PatchOf`. @default {} */
  readonly patches?: { readonly [K in keyof R]?: PatchOf<R[K]> };
  /** Name of a base resource → JSON patch (RFC 6902), applied last. @default {} */
  readonly jsonPatches?: { readonly [K in keyof R]?: readonly JsonPatchOperation[] };
  /** Container of the base → parts of its image. Kustomize matches images: containers that share one change together. @default {} */
  readonly images?: { readonly [C in ContainerNames<R>]?: ImageOverride };
  /** Deployment or StatefulSet of the base → `spec.replicas`. @default {} */
  readonly replicas?: { readonly [K in ReplicatedNames<R>]?: number };
  /** Objects that only this environment has, by the name of their file. @default {} */
  readonly add?: Readonly<Record<string, KubernetesObject | AddedSecret>>;
  /** Files that are rendered as they are, such as Secrets that SOPS has encrypted elsewhere. @default none */
  readonly raw?: RawFiles;
}

/** An overlay that still knows its app, so that a catalog can tell apps apart. */
export interface OverlayOf<A extends App> extends Overlay {
  readonly app: A;
}

/** Names of all containers and init containers of a base. */
export type ContainerNames<R extends Resources> = string & { [K in keyof R]: NamesOfPod<PodOf<R[K]>> }[keyof R];

/** Names of the base resources that have `spec.replicas`. */
export type ReplicatedNames<R extends Resources> = {
  [K in keyof R]: R[K] extends { kind: "Deployment" | "StatefulSet" } ? K : never;
}[keyof R];

type PodOf<T> = T extends { spec: { template: { spec: infer Pod } } }
  ? Pod
  : T extends { spec: { jobTemplate: { spec: { template: { spec: infer Pod } } } } }
    ? Pod
    : never;

type NamesOfPod<Pod> = Pod extends { containers: { name: infer C }[]; initContainers?: { name: infer I }[] }
  ? C | I
  : never;
