import { posix } from "node:path";
import { type Folders, kustomizationFile } from "../../../kustomize/tree/files";
import { type Kustomization, parseKustomization } from "../../../kustomize/tree/parse";

/** A kustomization file of the tree. */
export interface KustomizationFile {
  readonly path: string;
  readonly folder: string;
  readonly content: Kustomization;
}

const known = new WeakMap<Folders, readonly KustomizationFile[]>();

/** Every kustomization file of a tree that is a mapping, in path order. */
export function kustomizationsOf(tree: Folders): readonly KustomizationFile[] {
  const found = known.get(tree) ?? [...tree.names.keys()].sort().flatMap((folder) => readFile(tree, folder));
  known.set(tree, found);
  return found;
}

function readFile(tree: Folders, folder: string): readonly KustomizationFile[] {
  const path = kustomizationFile(tree, folder);
  if (path === undefined) return [];
  const content = parseKustomization(tree.files.get(path) ?? "");
  return content === undefined ? [] : [{ path, folder, content }];
}

/** Text of a patch entry, inline or in a file; undefined where the file is missing. */
export function patchText(tree: Folders, folder: string, patch: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof patch.patch === "string") return patch.patch;
  return typeof patch.path === "string" ? tree.files.get(posix.join(folder, patch.path)) : undefined;
}
