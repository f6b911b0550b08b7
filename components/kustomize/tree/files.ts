import { posix } from "node:path";

/** A tree of plain text: path relative to the repository → content. */
export type TextFiles = ReadonlyMap<string, string>;

/** File names that make a folder a kustomization, in the order kustomize looks for them. */
export const kustomizationNames = ["kustomization.yaml", "kustomization.yml", "Kustomization"] as const;

/** A tree with its folders, so that questions about one folder need no walk over all files. */
export interface Folders {
  readonly files: TextFiles;
  /** Folder → names of the files directly in it, sorted; the root is `.`. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Folder → names of the folders directly in it, sorted. */
  readonly children: ReadonlyMap<string, readonly string[]>;
}

const indexed = new WeakMap<TextFiles, Folders>();

/** Indexes a tree by folder, once. */
export function indexFolders(files: TextFiles): Folders {
  const tree = indexed.get(files) ?? indexOf(files);
  indexed.set(files, tree);
  return tree;
}

function indexOf(files: TextFiles): Folders {
  const names = new Map<string, string[]>();
  const children = new Map<string, Set<string>>([[".", new Set()]]);
  for (const path of files.keys()) {
    const folder = posix.dirname(path);
    const siblings = names.get(folder);
    if (siblings === undefined) {
      names.set(folder, [posix.basename(path)]);
      addFolder(children, folder);
    } else siblings.push(posix.basename(path));
  }
  const sorted = [...children].map(([folder, inside]) => [folder, [...inside].sort()] as const);
  for (const siblings of names.values()) siblings.sort();
  return { files, names, children: new Map(sorted) };
}

/** Path of the folder's kustomization file, or undefined where it has none. */
export function kustomizationFile(tree: Folders, folder: string): string | undefined {
  const names = tree.names.get(folder);
  const name = kustomizationNames.find((candidate) => names?.includes(candidate));
  return name === undefined ? undefined : posix.join(folder, name);
}

/** Normalises `./apps/staging/` of a Flux Kustomization to `apps/staging`; the root is `.`. */
export function normalFolder(path: string): string {
  const folder = posix
    .normalize(path === "" ? "." : path)
    .replace(/\/+$/, "")
    .replace(/^\/+/, "");
  return folder === "" ? "." : folder;
}

function addFolder(children: Map<string, Set<string>>, folder: string): void {
  if (children.has(folder)) return;
  children.set(folder, new Set());
  const parent = posix.dirname(folder);
  addFolder(children, parent);
  children.get(parent)?.add(posix.basename(folder));
}
