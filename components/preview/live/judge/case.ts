import type { Surveyed } from "../../../cluster/survey/survey";
import type { PrunedObject } from "../../changes";
import type { AppliedLayer } from "../../cluster/applied";
import type { LiveChanges } from "../live-changes";
import type { Question } from "../questions";

/** What live objects add, as it grows. */
export type Draft = { readonly [Part in keyof LiveChanges]: LiveChanges[Part][number][] };

/** One object, with all that is known of it. */
export interface Case {
  readonly question: Question;
  readonly surveyed: Surveyed;
  /** What the cluster applies after the change. */
  readonly layers: readonly AppliedLayer[];
  /** Identities of the definitions that the change itself changes. */
  readonly fresh: ReadonlySet<string>;
  readonly pruned: PrunedObject | undefined;
  /** Namespaces that are deleted. */
  readonly lost: ReadonlySet<string>;
  /** Whether Git no longer has it, and an annotation is all that keeps it. */
  readonly exempt: boolean;
  /** Whether Git changes it. */
  readonly changes: boolean;
  /** Keys of the layers that are suspended, and stay so. */
  readonly suspended: ReadonlySet<string>;
  readonly draft: Draft;
}
