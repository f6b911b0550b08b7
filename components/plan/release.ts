import type { Issue } from "../model/issue";
import { issue } from "./conflicts";
import type { Draft } from "./draft";
import type { PlanInput, ReleaseMove } from "./plan-types";

/** Decides whether the ref that the environment follows moves, and what that brings it beside the commit's own changes. */
export function planRelease(
  draft: Draft,
  input: PlanInput,
): { readonly move: ReleaseMove | undefined; readonly conflicts: readonly Issue[] } {
  const { followed, head } = input;
  if (followed === undefined) return { move: undefined, conflicts: [] };
  const commits = draft.writes.size + draft.seals.size + draft.deletes.size > 0;
  const from = followed.head?.revision;
  if (!commits && (head === undefined || head.revision === from)) return { move: undefined, conflicts: [] };
  const lost = !followed.contained && input.resolutions[followed.ref] !== "ours";
  return {
    move: { ref: followed.ref, from, behind: behind(draft, input) },
    conflicts: lost ? [lostCommits(followed.ref, from)] : [],
  };
}

/** Paths that differ between the ref and the branch and that the commit itself does not touch. */
function behind(draft: Draft, { followed, head }: PlanInput): readonly string[] {
  const there = followed?.head?.files ?? new Map<string, string>();
  const here = head?.files ?? new Map<string, string>();
  const paths = [...new Set([...there.keys(), ...here.keys()])].filter((path) => there.get(path) !== here.get(path));
  return paths.filter((path) => !draft.writes.has(path) && !draft.seals.has(path) && !draft.deletes.has(path)).sort();
}

function lostCommits(ref: string, from: string | undefined): Issue {
  return issue(
    "unreleased-commits",
    ref,
    `stands at ${from?.slice(0, 12) ?? "no commit"}, which the branch does not contain; moving it would drop commits that somebody pushed there. ` +
      `Merge them into the branch, or allow it by the key \`resolutions\` of the stack's configuration: "${ref}": ours`,
  );
}
