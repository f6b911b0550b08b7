import type { FieldChange } from "./compare/fields";

/** One object of a cluster that a change touches. */
export interface TouchedObject {
  /** `Deployment web/web`, as messages and allowances name it. */
  readonly name: string;
  readonly kind: string;
  /** Kustomization that applies it, or did. */
  readonly layer: string;
  /** File that it is built from. */
  readonly origin: string;
}

/** An object that the cluster did not have. */
export interface CreatedObject extends TouchedObject {
  /** Of all its fields. */
  readonly digest: string;
}

/** What becomes of a change once Flux tries to apply it. */
export type Effect =
  | { readonly kind: "applied" }
  /** The API server refuses these fields: the whole layer fails until the object is deleted. */
  | { readonly kind: "refused"; readonly fields: readonly string[] }
  /** Flux deletes the object and creates it anew, because these fields cannot change and `force` is set: by the object itself, or by its Kustomization. */
  | { readonly kind: "replaced"; readonly fields: readonly string[]; readonly byItself: boolean }
  /** Flux leaves the object, or these fields of it, as they are; why, as the end of a sentence. */
  | { readonly kind: "ignored"; readonly because: string };

/** An object that the cluster has and that changes. */
export interface ChangedObject extends TouchedObject {
  readonly fields: readonly FieldChange[];
  readonly effect: Effect;
  /** Of all its fields, before and after. */
  readonly digest: string;
}

/** Why Flux deletes an object. */
export type PruneCause =
  /** It is no longer part of its layer. */
  | { readonly kind: "removed" }
  /** The Kustomization that applied it goes, with all that it applied. */
  | { readonly kind: "layer"; readonly layer: string }
  /** Another layer takes it over, and nothing makes that happen first. */
  | { readonly kind: "moved"; readonly to: string }
  /** Its namespace goes. */
  | { readonly kind: "namespace" }
  /** The definition of its kind goes. */
  | { readonly kind: "definition" }
  /** `force` is set on its Kustomization and a field cannot change: it is deleted and created anew. */
  | { readonly kind: "forced"; readonly fields: readonly string[] };

/** An object that Flux deletes. */
export interface PrunedObject extends TouchedObject {
  readonly cause: PruneCause;
  /** Whether the run's configuration allows it. */
  readonly allowed: boolean;
}

/** An object that another layer takes over without a gap. */
export interface MovedObject extends TouchedObject {
  readonly from: string;
}

/** An object that Git no longer has and that stays in the cluster. */
export interface LeftObject extends TouchedObject {
  /** What keeps Flux from deleting it, as the end of a sentence. */
  readonly because: string;
  /** Whether that is an annotation of its own. */
  readonly exempt: boolean;
}

/** A layer of which it cannot be told what Flux does. */
export interface UnknownLayer {
  readonly layer: string;
  readonly reason: string;
}

/** When a change reaches a cluster. */
export type Reach =
  /** With this update. */
  | { readonly kind: "update" }
  /** As soon as the commit is pushed, for the cluster follows the branch. */
  | { readonly kind: "push" }
  /** With the environment's own next update, which moves what its cluster follows. */
  | { readonly kind: "release"; readonly follows: string };

/** What becomes of one cluster. */
export interface EnvironmentChanges {
  readonly environment: string;
  readonly reach: Reach;
  readonly pruned: readonly PrunedObject[];
  readonly changed: readonly ChangedObject[];
  readonly created: readonly CreatedObject[];
  readonly moved: readonly MovedObject[];
  readonly left: readonly LeftObject[];
  readonly unknown: readonly UnknownLayer[];
}
