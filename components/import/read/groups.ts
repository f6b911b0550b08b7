import { posix } from "node:path";
import { reachableFiles } from "../../kustomize/tree/closure";
import { kustomizationFile, normalFolder, type Folders } from "../../kustomize/tree/files";
import { scanResources } from "../../kustomize/tree/generate";
import { parseKustomization, stringList } from "../../kustomize/tree/parse";
import { folderName } from "./read-clusters";

/** The files of a layer that make up one app. */
export interface Group {
  readonly name: string;
  /** Folder that its overlay builds upon; undefined where it stands alone. */
  readonly base?: string;
  readonly files: ReadonlySet<string>;
}

/** Splits what a layer builds into apps: an overlay and its base, a folder, or a file that stands for itself. */
export function groupsOf(tree: Folders, folder: string, environment: string): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const group of visit(tree, folder, { environment, root: true })) {
    const other = groups.get(group.name);
    const base = other?.base ?? group.base;
    groups.set(group.name, {
      name: group.name,
      ...(base === undefined ? {} : { base }),
      files: new Set([...(other?.files ?? []), ...group.files]),
    });
  }
  return [...groups.values()];
}

interface Visit {
  readonly environment: string;
  readonly root: boolean;
}

function visit(tree: Folders, folder: string, { environment, root }: Visit): readonly Group[] {
  const file = kustomizationFile(tree, folder);
  const content = file === undefined ? undefined : parseKustomization(tree.files.get(file) ?? "");
  const listed = file === undefined ? scanResources(tree, folder) : stringList(content?.resources);
  const paths = listed.map((name) => normalFolder(posix.join(folder, name)));
  const files = paths.filter((path) => tree.files.has(path));
  const folders = paths.filter((path) => !tree.files.has(path) && tree.children.has(path));
  const inside = folders.filter((path) => path.startsWith(`${folder}/`));
  const outside = folders.filter((path) => !inside.includes(path));
  const [base] = outside;
  const name = folderName(folder, environment);
  const all = new Set(reachableFiles(tree, folder));
  if (inside.length === 0 && outside.length === 1 && base !== undefined)
    return [{ name: root ? folderName(base, environment) : name, base, files: all }];
  if (folders.length === 0 && !(root && files.length > 1)) return [{ name, files: all }];
  const groups: Group[] = [
    ...outside.map((path) => ({
      name: folderName(path, environment),
      base: path,
      files: new Set(reachableFiles(tree, path)),
    })),
    ...inside.flatMap((path) => visit(tree, path, { environment, root: false })),
    ...files.map((path) => ({ name: root ? fileName(folder, path) : name, files: new Set([path]) })),
  ];
  const claimed = new Set(groups.flatMap((group) => [...group.files]));
  const rest = [...all].filter((path) => !claimed.has(path));
  return rest.length === 0 ? groups : [...groups, { name, files: new Set(rest) }];
}

/** `cert-manager` of `cert-manager.yaml`, or of `cert-manager/release.yaml` where a folder has no kustomization of its own. */
function fileName(folder: string, path: string): string {
  const [first = path] = posix.relative(folder, path).split("/");
  return first.replace(/\.ya?ml$/, "").toLowerCase();
}
