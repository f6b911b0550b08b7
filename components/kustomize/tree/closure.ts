import { posix } from "node:path";
import { type Folders, kustomizationFile } from "./files";
import { isMapping, parseKustomization } from "./parse";

/** Every file of the tree that a build of the folder can read: its own kustomization, what that names, and so on; sorted. */
export function reachableFiles(tree: Folders, folder: string): readonly string[] {
  const reached = new Set<string>();
  visitFolder(tree, folder, { reached, seen: new Set() });
  return [...reached].sort();
}

interface Visits {
  readonly reached: Set<string>;
  readonly seen: Set<string>;
}

function visitFolder(tree: Folders, folder: string, visits: Visits): void {
  const { reached, seen } = visits;
  if (seen.has(folder)) return;
  seen.add(folder);
  const path = kustomizationFile(tree, folder);
  if (path === undefined) {
    for (const name of tree.names.get(folder) ?? []) reached.add(posix.join(folder, name));
    for (const name of tree.children.get(folder) ?? []) visitFolder(tree, posix.join(folder, name), visits);
    return;
  }
  reached.add(path);
  for (const name of namedPaths(parseKustomization(tree.files.get(path) ?? ""))) {
    const target = posix.join(folder, name);
    if (tree.files.has(target)) reached.add(target);
    else if (tree.children.has(target)) visitFolder(tree, target, visits);
  }
}

/** Each string of the file may be a path, also behind `key=` of a generator; one that is none names nothing in the tree. */
function namedPaths(value: unknown): readonly string[] {
  if (typeof value === "string") {
    if (value === "" || value.includes("\n")) return [];
    const afterKey = value.slice(value.indexOf("=") + 1);
    return [value, afterKey].map((path) => path.replace(/\/+$/, "")).filter((path) => path !== "");
  }
  if (Array.isArray(value)) return value.flatMap(namedPaths);
  return isMapping(value) ? Object.values(value).flatMap(namedPaths) : [];
}
