import type { RenderedFile, SealedFile } from "../model/file-tree";
import { isOthersCluster, folderOf } from "./paths/cluster-folders";
import { findCollisions } from "./paths/collisions";
import { issue } from "./conflicts";
import { decideDeletion, emptyDraft, mayReplace } from "./draft";
import type { Draft } from "./draft";
import { blobId } from "./head";
import { heldPaths } from "./paths/held-paths";
import type { Plan, PlanInput, PlannedFile } from "./plan-types";
import { planRelease } from "./release";
import { saysTheSame } from "./same-objects";
import { standingOf } from "./standing";

/** Decides what one commit would do to the branch, and what forbids it. Pure: all that it knows is its input. */
export function planCommit(input: PlanInput): Plan {
  const draft = emptyDraft(input);
  for (const [path, file] of input.tree) decideFile(path, file, draft);
  for (const [path, environment] of input.pending) decidePending(path, environment, draft);
  for (const path of input.head?.files.keys() ?? [])
    if (isOthersCluster(path, input.environment)) draft.carried.add(path);
  for (const path of doomedPaths(draft)) decideDeletion(path, draft);
  const held = heldPaths(draft.deletes, input);
  for (const path of held.keys()) draft.deletes.delete(path);
  const tree = plannedTree(draft);
  draft.conflicts.push(
    ...findCollisions([...draft.writes.keys(), ...draft.seals.keys()], new Set(tree.keys())),
    ...emptyTree(input),
  );
  const release = planRelease(draft, input);
  const { writes, seals, deletes, kept, carried, left, pending, warnings } = draft;
  return {
    ...{ writes, seals, deletes, kept, carried, left, pending, warnings },
    conflicts: [...draft.conflicts, ...release.conflicts],
    held,
    release: release.move,
    tree,
    changed: writes.size + seals.size + deletes.size > 0 || release.move !== undefined,
  };
}

function decideFile(path: string, file: RenderedFile, draft: Draft): void {
  const { input } = draft;
  if (isOthersCluster(path, input.environment)) return;
  if (file.kind === "sealed") decideSealed(path, file, draft);
  else if (isAsWanted(path, file.content, input)) draft.kept.add(path);
  else if (namesSealedMeanwhile(path, input)) draft.carried.add(path);
  else if (mayReplace(path, draft)) draft.writes.set(path, file.content);
}

/** By its bytes, or, where somebody else wrote it, by what Kubernetes reads from it. */
function isAsWanted(path: string, content: string, { head, written, contents }: PlanInput): boolean {
  const blob = head?.files.get(path);
  if (blob === undefined || blob === blobId(content)) return blob !== undefined;
  const theirs = written.get(path)?.blob === blob ? undefined : contents.get(path);
  return theirs !== undefined && saysTheSame(path, content, theirs);
}

/** Values are known to their environment's run alone, and a digest that did not change keeps its ciphertext. */
function decideSealed(path: string, file: SealedFile, draft: Draft): void {
  const { input } = draft;
  if (file.environment !== input.environment) decidePending(path, file.environment, draft);
  else if (isSealedAsWanted(path, input)) draft.kept.add(path);
  else if (mayReplace(path, draft)) draft.seals.set(path, file);
}

/** A digest that is not known yet cannot say that a value changed. */
function isSealedAsWanted(path: string, input: PlanInput): boolean {
  const digest = input.digests.get(path);
  if (digest === undefined) return standingOf(path, input).kind === "ours";
  const blob = input.head?.files.get(path);
  const known = [input.recordedSeals.get(path), input.written.get(path)];
  return blob !== undefined && known.some((seal) => seal?.digest === digest && seal.blob === blob);
}

function decidePending(path: string, environment: string, draft: Draft): void {
  if (draft.input.head?.files.has(path) === true) draft.carried.add(path);
  else draft.pending.set(path, environment);
}

/** A kustomization that was rendered without a sealed file which its environment has sealed since: the branch's version names it. */
function namesSealedMeanwhile(path: string, { head, pending, written }: PlanInput): boolean {
  if (!path.endsWith("/kustomization.yaml") || pending.size === 0) return false;
  const blob = head?.files.get(path);
  if (blob === undefined || written.get(path)?.blob !== blob) return false;
  return [...pending.keys()].some((sealed) => folderOf(sealed) === folderOf(path) && head?.files.has(sealed));
}

/** What the program once wrote and neither the source nor another environment's run accounts for. */
function doomedPaths({ carried, input: { written, tree, environment } }: Draft): readonly string[] {
  return [...written]
    .filter(
      ([path, { blob }]) =>
        blob !== undefined && !tree.has(path) && !carried.has(path) && !isOthersCluster(path, environment),
    )
    .map(([path]) => path);
}

function plannedTree(draft: Draft): ReadonlyMap<string, PlannedFile> {
  const tree = new Map<string, PlannedFile>();
  const { head } = draft.input;
  for (const [path, blob] of head?.files ?? []) if (!draft.deletes.has(path)) tree.set(path, { kind: "head", blob });
  for (const [path, content] of draft.writes) tree.set(path, { kind: "text", content });
  for (const [path, file] of draft.seals) tree.set(path, { kind: "sealed", file });
  return new Map([...tree].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A source that generates nothing is a fault, never a wish to delete everything. */
function emptyTree({ tree }: PlanInput): ReturnType<typeof findCollisions> {
  return tree.size > 0
    ? []
    : [issue("empty-tree", ".", "the source generates no file at all; nothing is deleted for that")];
}
