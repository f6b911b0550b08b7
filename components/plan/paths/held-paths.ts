import { clusterOf, folderOf, isOthersCluster } from "./cluster-folders";
import type { PlanInput } from "../plan-types";
import { fluxPaths, kustomizationReferences } from "./references";

const kustomizationNames = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** Whether the plan reads a file's text at head: other environments' cluster files, and kustomizations that the source no longer has. */
export function isNeededContent(path: string, environment: string, wanted: ReadonlySet<string>): boolean {
  if (isOthersCluster(path, environment))
    return /\.ya?ml$/.test(path) && !path.endsWith("/flux-system/gotk-components.yaml");
  return isKustomization(path) && !wanted.has(path);
}

/**
 * Of the paths that a commit would delete, those that another environment's cluster still reads: named by a Kustomization of its
 * `clusters/<env>/` at head, or by a kustomization that one of those reaches. Path → that environment.
 */
export function heldPaths(
  doomed: ReadonlySet<string>,
  input: Pick<PlanInput, "environment" | "tree" | "head" | "contents">,
): ReadonlyMap<string, string> {
  const held = new Map<string, string>();
  if (doomed.size === 0) return held;
  const byFolder = groupByFolder([...(input.head?.files.keys() ?? []), ...input.tree.keys()]);
  for (const [path, text] of input.contents) {
    const owner = clusterOf(path);
    if (owner === undefined || owner === input.environment) continue;
    for (const reached of reach(fluxPaths(text), byFolder, (file) => textOf(file, input)))
      if (doomed.has(reached) && !held.has(reached)) held.set(reached, owner);
  }
  return held;
}

function textOf(path: string, { tree, contents }: Pick<PlanInput, "tree" | "contents">): string {
  const wanted = tree.get(path);
  return wanted?.kind === "text" ? wanted.content : (contents.get(path) ?? "");
}

type Folders = ReadonlyMap<string, { readonly files: readonly string[]; readonly folders: ReadonlySet<string> }>;

/** Every file that a build of these roots can read. */
function reach(roots: readonly string[], byFolder: Folders, read: (path: string) => string): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path) || clusterOf(`${path}/`) !== undefined) continue;
    seen.add(path);
    const folder = byFolder.get(path);
    if (folder !== undefined) queue.push(...enter(folder));
    else if (isKustomization(path)) queue.push(...kustomizationReferences(path, read(path)));
  }
  return seen;
}

/** What a build of a folder starts from: its kustomization, or everything below where it has none. */
function enter({
  files,
  folders,
}: {
  readonly files: readonly string[];
  readonly folders: ReadonlySet<string>;
}): readonly string[] {
  const kustomizations = files.filter((path) => isKustomization(path));
  return kustomizations.length > 0 ? kustomizations : [...files, ...folders];
}

function groupByFolder(paths: readonly string[]): Folders {
  const folders = new Map<string, { files: string[]; folders: Set<string> }>();
  const at = (folder: string): { files: string[]; folders: Set<string> } => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const created = { files: [], folders: new Set<string>() };
    folders.set(folder, created);
    if (folder !== "") at(folderOf(folder)).folders.add(folder);
    return created;
  };
  for (const path of new Set(paths)) at(folderOf(path)).files.push(path);
  return folders;
}

function isKustomization(path: string): boolean {
  return kustomizationNames.includes(path.slice(path.lastIndexOf("/") + 1));
}
