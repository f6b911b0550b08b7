import { listed } from "../model/wording/words";
import type { PruneCause, Reach } from "./changes";

/** Why Flux deletes an object, as the end of a sentence. */
export function describeCause(cause: PruneCause): string {
  switch (cause.kind) {
    case "removed":
      return "it is no longer part of its layer";
    case "layer":
      return `Kustomization ${cause.layer} goes, with what it applied`;
    case "moved":
      return `it moves to Kustomization ${cause.to}, and nothing makes that one take it over before it is deleted`;
    case "namespace":
      return "its namespace is deleted";
    case "definition":
      return "the definition of its kind is deleted";
    case "forced":
      return `${listed(cause.fields)} cannot change, and force makes Flux create it anew`;
    default:
      return cause satisfies never;
  }
}

/** When a change reaches a cluster, as the end of a sentence. */
export function describeReach(reach: Reach): string {
  switch (reach.kind) {
    case "update":
      return "with this update";
    case "push":
      return "as soon as the commit is pushed, for it follows the same branch";
    case "release":
      return `with its own next update, for it follows ${reach.follows}`;
    default:
      return reach satisfies never;
  }
}
