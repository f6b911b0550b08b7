import type { ForeignEdit, WrittenFile } from "./head";
import type { PlanInput } from "./plan-types";

/** Whose a path of the branch is. */
export type Standing =
  | { readonly kind: "absent" }
  | { readonly kind: "ours"; readonly written: WrittenFile }
  | { readonly kind: "edited"; readonly edit: ForeignEdit | undefined }
  | { readonly kind: "removed"; readonly edit: ForeignEdit | undefined }
  | { readonly kind: "peoples"; readonly edit: ForeignEdit | undefined };

/** Compares what the program last wrote to a path with what the branch holds there. */
export function standingOf(path: string, input: Pick<PlanInput, "head" | "written" | "edits">): Standing {
  const blob = input.head?.files.get(path);
  const written = input.written.get(path);
  const edit = input.edits.get(path);
  if (written?.blob === undefined) return blob === undefined ? { kind: "absent" } : { kind: "peoples", edit };
  if (blob === written.blob) return { kind: "ours", written };
  return { kind: blob === undefined ? "removed" : "edited", edit };
}

/** Whether uncommitted changes of a source tree stand between this run and another environment's. */
export function isUnclean(
  written: WrittenFile,
  { environment, source }: Pick<PlanInput, "environment" | "source">,
): boolean {
  return written.environment !== environment && (!written.source.clean || !source.clean);
}

/** Why this run may not replace what another run wrote, as the end of a sentence; undefined when it may. */
export function refusal(
  written: WrittenFile,
  input: Pick<PlanInput, "environment" | "source" | "relations" | "allowUnclean">,
): { readonly code: string; readonly reason: string } | undefined {
  if (written.environment === input.environment) return undefined;
  const unclean = isUnclean(written, input);
  if (unclean && !input.allowUnclean) {
    const whose = input.source.clean ? "that run's" : "this run's";
    return {
      code: "unclean-source",
      reason: `${whose} source tree held uncommitted changes: commit them and run again`,
    };
  }
  if (unclean && [written.source.revision, input.source.revision].includes("unknown")) return undefined;
  const relation = input.relations.get(written.source.revision) ?? "unrelated";
  switch (relation) {
    case "same":
    case "ancestor":
      return undefined;
    case "newer":
      return { code: "older-source", reason: "this run's source is older: update the checkout and run again" };
    case "unrelated":
      return {
        code: "unrelated-source",
        reason:
          "this run's source does not contain that revision: merge it, or complete a shallow clone by `git fetch --unshallow`, and run again",
      };
    default:
      return relation satisfies never;
  }
}
