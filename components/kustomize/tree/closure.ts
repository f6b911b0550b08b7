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
  const { files, folders } = linksOf(tree, folder);
  for (const path of files) reached.add(path);
  for (const path of folders) visitFolder(tree, path, visits);
}

/** What a folder's build reads directly. */
interface Links {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const known = new WeakMap<Folders, Map<string, Links>>();

function linksOf(tree: Folders, folder: string): Links {
  const links = known.get(tree) ?? new Map<string, Links>();
  known.set(tree, links);
  const found = links.get(folder) ?? readLinks(tree, folder);
  links.set(folder, found);
  return found;
}

function readLinks(tree: Folders, folder: string): Links {
  const path = kustomizationFile(tree, folder);
  if (path === undefined) {
    return { files: within(folder, tree.names.get(folder)), folders: within(folder, tree.children.get(folder)) };
  }
  const named = within(folder, namedPaths(parseKustomization(tree.files.get(path) ?? "")));
  const folders = named.filter((target) => !tree.files.has(target) && tree.children.has(target));
  return { files: [path, ...named.filter((target) => tree.files.has(target))], folders };
}

function within(folder: string, names: readonly string[] = []): readonly string[] {
  return names.map((name) => posix.join(folder, name));
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
