import { blobId } from "../plan/head";
import type { Plan, PlannedFile } from "../plan/plan-types";
import { digestOf } from "./compare/canonical";

/** Path → blob id, or a mark for what is encrypted only when it is committed. */
export type Blobs = ReadonlyMap<string, string>;

/** Paths that differ between two trees, sorted. */
export interface FileChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** One path of the commit: what it replaces, and what it puts there. */
export interface PlannedWrite {
  readonly path: string;
  /** Undefined where the branch has no such file. */
  readonly replaces: string | undefined;
  /** Undefined where the file is deleted. */
  readonly blob: string | undefined;
}

/** Compares two trees by their blobs. */
export function fileChanges(before: Blobs, after: Blobs): FileChanges {
  const paths = [...after.keys()].sort();
  return {
    added: paths.filter((path) => !before.has(path)),
    changed: paths.filter((path) => before.has(path) && before.get(path) !== after.get(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)).sort(),
  };
}

/** Blobs of the tree after the commit. */
export function plannedBlobs({ tree }: Pick<Plan, "tree">): Blobs {
  return new Map([...tree].map(([path, file]) => [path, blobOf(file)]));
}

/** What the commit writes and deletes, given the trees before and after it. */
export function plannedWrites(head: Blobs, planned: Blobs): readonly PlannedWrite[] {
  const { added, changed, removed } = fileChanges(head, planned);
  return [...added, ...changed, ...removed]
    .sort()
    .map((path) => ({ path, replaces: head.get(path), blob: planned.get(path) }));
}

/** Mark of a file that is encrypted only when it is committed. */
export function sealMark(file: Extract<PlannedFile, { kind: "sealed" }>["file"]): string {
  return `sealed:${digestOf([file.secret, file.recipients])}`;
}

function blobOf(file: PlannedFile): string {
  switch (file.kind) {
    case "head":
      return file.blob;
    case "text":
      return blobId(file.content);
    case "sealed":
      return sealMark(file.file);
    default:
      return file satisfies never;
  }
}
