import type { FieldChange } from "../compare/fields";
import type { TouchedObject } from "../changes";

/** An object, and what the cluster says about it, as the end of a sentence. */
export interface LiveNote extends TouchedObject {
  readonly because: string;
}

/** An object whose live state differs from what Flux would make of it. */
export interface LiveDifference extends TouchedObject {
  /** From the live object to what an apply makes of it. */
  readonly fields: readonly FieldChange[];
}

/** An object that the API server refuses. */
export interface LiveRefusal extends TouchedObject {
  /** In the server's words; of what is secret, its reason alone. */
  readonly reason: string;
  /** What Git holds today is refused as well. */
  readonly already: boolean;
}

/** What the live objects add to a change from Git to Git. */
export interface LiveChanges {
  /** Kustomizations and sources that do nothing, or have not applied what Git holds, as sentences. */
  readonly standing: readonly string[];
  /** Not deleted, whatever Git says. */
  readonly kept: readonly LiveNote[];
  /** Deleted, although Git says that they stay. */
  readonly exposed: readonly LiveNote[];
  /** In layer order. */
  readonly refused: readonly LiveRefusal[];
  /** Deleted and created anew. */
  readonly recreated: readonly LiveNote[];
  /** Changed in Git, and left alone by Flux. */
  readonly skipped: readonly LiveNote[];
  /** New in Git, and in the cluster already. */
  readonly adopted: readonly LiveDifference[];
  /** The same in Git, changed by the value of a variable. */
  readonly byVariables: readonly LiveDifference[];
  /** What Flux sets back to what Git holds today. */
  readonly drifted: readonly LiveDifference[];
  /** The same, of a Kustomization that is suspended and stays so: nothing sets it back. */
  readonly standingDrift: readonly LiveDifference[];
  /** In Git today, and not in the cluster. */
  readonly missing: readonly LiveNote[];
  /** Not to be tried before something else of the same change is there. */
  readonly awaited: readonly LiveNote[];
  /** Of which nothing can be told. */
  readonly unchecked: readonly LiveNote[];
}

/** The live part of a preview: what was found, or why it is left out. */
export type LivePart =
  | { readonly kind: "read"; readonly cluster: string; readonly changes: LiveChanges }
  | { readonly kind: "left-out"; readonly because: string };
