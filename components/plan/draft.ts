import type { SealedFile } from "../model/file-tree";
import type { Issue } from "../model/issue";
import { describeEdit, foreignConflict, refusalConflict } from "./conflicts";
import type { PlanInput } from "./plan-types";
import { isUnclean, refusal, standingOf } from "./standing";
import type { WrittenFile } from "./head";

/** A plan while it is made. */
export interface Draft {
  readonly input: PlanInput;
  readonly writes: Map<string, string>;
  readonly seals: Map<string, SealedFile>;
  readonly deletes: Set<string>;
  readonly kept: Set<string>;
  readonly carried: Set<string>;
  readonly left: Set<string>;
  readonly pending: Map<string, string>;
  readonly conflicts: Issue[];
  readonly warnings: string[];
}

/** A plan that does nothing yet. */
export function emptyDraft(input: PlanInput): Draft {
  return {
    input,
    writes: new Map(),
    seals: new Map(),
    deletes: new Set(),
    kept: new Set(),
    carried: new Set(),
    left: new Set(),
    pending: new Map(),
    conflicts: [],
    warnings: [...(input.findings ?? [])],
  };
}

/** Tells whether this run may put its own content at a path, and notes the conflict or the choice where it may not. */
export function mayReplace(path: string, draft: Draft): boolean {
  const { input } = draft;
  const standing = standingOf(path, input);
  if (standing.kind === "absent") return true;
  const refused = standing.kind === "ours" ? refusal(standing.written, input) : undefined;
  if (standing.kind === "ours" && refused === undefined) {
    if (isUnclean(standing.written, input)) noteUnclean(standing.written, draft);
    noteOlder(standing.written, draft);
    return true;
  }
  const resolution = input.resolutions[path];
  if (resolution === "ours") {
    const whose = standing.kind === "ours" ? `${standing.written.environment}'s run` : describeEdit(standing.edit);
    draft.warnings.push(
      `${path}: what ${whose} left there is replaced, as \`resolutions\` says; remove that entry once it has served`,
    );
    return true;
  }
  if (resolution === "theirs") {
    draft.warnings.push(`${path} stays as the branch has it, as \`resolutions\` says`);
    draft.carried.add(path);
    draft.left.add(path);
  } else if (standing.kind === "ours" && refused !== undefined) {
    draft.conflicts.push(refusalConflict(path, standing.written, refused));
  } else if (standing.kind !== "ours") {
    draft.conflicts.push(foreignConflict(path, standing));
  }
  return false;
}

/** Said once a run of the other environment, not once a file. */
function noteUnclean({ environment, commit }: WrittenFile, { warnings }: Draft): void {
  const warning = `replaces what ${environment}'s run wrote (commit ${commit.slice(0, 12)}), although one of the two source trees held uncommitted changes: \`allowUncleanSource\` allows it`;
  if (!warnings.includes(warning)) warnings.push(warning);
}

/** Going back is anybody's right, and a checkout that was not brought up to date looks the same. */
function noteOlder({ environment, source, commit }: WrittenFile, { input, warnings }: Draft): void {
  if (environment !== input.environment || input.relations.get(source.revision) !== "newer") return;
  const [newer, own] = [source.revision, input.source.revision].map((revision) => revision.slice(0, 12));
  const warning = `takes back what ${environment}'s run wrote from the newer source ${newer} (commit ${commit.slice(0, 12)}): this checkout is at ${own}. Unless that is meant, update it first`;
  if (!warnings.includes(warning)) warnings.push(warning);
}

/** Plans the end of a path that the program wrote and the source no longer has. */
export function decideDeletion(path: string, draft: Draft): void {
  const standing = standingOf(path, draft.input);
  switch (standing.kind) {
    case "absent":
    case "removed":
    case "peoples":
      return;
    case "edited":
      draft.warnings.push(
        `${path} is no longer generated; it stays, because ${describeEdit(standing.edit)} changed it`,
      );
      return;
    case "ours":
      if (mayReplace(path, draft)) draft.deletes.add(path);
      return;
    default:
      return standing satisfies never;
  }
}
