import { posix } from "node:path";
import { reachableFiles } from "../../kustomize/tree/closure";
import { indexFolders, normalFolder, type TextFiles } from "../../kustomize/tree/files";
import { isMapping, stringList } from "../../kustomize/tree/parse";
import { documentsOf } from "./documents";
import type { Remark } from "./source";

type Fields = Readonly<Record<string, unknown>>;

/** Folders that Kustomizations below a layer apply, which stay where they are, since those Kustomizations name them. */
export interface NestedFolders {
  readonly folders: readonly string[];
  /** Path from the top of the repository → text. */
  readonly files: TextFiles;
  readonly remarks: readonly Remark[];
}

/** Finds what the Kustomizations among built objects apply of their own repository, and what those in its files apply, and so on. */
export function nestedFolders(files: TextFiles, objects: readonly Fields[]): NestedFolders {
  const tree = indexFolders(files);
  const folders = new Map<string, string>();
  const found = new Map<string, string>();
  const missing = new Map<string, Remark>();
  const waiting = [...objects];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    for (const folder of foldersOf(object).flatMap((path) => withoutVariables(path, [...tree.children.keys()]))) {
      if (folders.has(folder)) continue;
      folders.set(folder, nameOf(object));
      if (folder !== "." && !tree.children.has(folder) && !tree.names.has(folder))
        missing.set(folder, { path: folder, reason: `${nameOf(object)} applies this folder, which is not there` });
      for (const path of folder === "." ? [] : reachableFiles(tree, folder)) {
        if (found.has(path)) continue;
        found.set(path, files.get(path) ?? "");
        waiting.push(...documentsOf(files, path).map(({ value }) => value));
      }
    }
  }
  const kept = [...folders.keys()].filter((folder) => folder !== "." && !missing.has(folder)).sort();
  const remarks = kept.map((folder) => ({
    path: folder,
    reason: `applied by ${folders.get(folder) ?? ""}, which a layer holds: kept as it is`,
  }));
  return {
    folders: kept,
    files: new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1))),
    remarks: [...remarks, ...missing.values()],
  };
}

/** Its path and its components, where it follows a Git repository. */
function foldersOf({ apiVersion, kind, spec }: Fields): readonly string[] {
  if (kind !== "Kustomization" || !String(apiVersion).startsWith("kustomize.toolkit.fluxcd.io/")) return [];
  if (!isMapping(spec) || typeof spec.path !== "string") return [];
  if (isMapping(spec.sourceRef) && spec.sourceRef.kind !== "GitRepository") return [];
  const { path } = spec;
  return [path, ...stringList(spec.components).map((component) => posix.join(path, component))].map(normalFolder);
}

/** The folders that a path with variables may mean: Flux fills them in, for each cluster its own. */
function withoutVariables(path: string, folders: readonly string[]): readonly string[] {
  if (!path.includes("${")) return [path];
  const segments = path.split(/\$\{[^}]*\}/).map((text) => text.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&"));
  const form = new RegExp(`^${segments.join("[^/]+")}$`);
  const found = folders.filter((folder) => form.test(folder));
  return found.length === 0 ? [path] : found;
}

function nameOf({ metadata }: Fields): string {
  return `Kustomization ${isMapping(metadata) ? String(metadata.name) : ""}`;
}
