import { reachableFiles } from "../../kustomize/tree/closure";
import { indexFolders, kustomizationFile, type TextFiles } from "../../kustomize/tree/files";
import { parseKustomization } from "../../kustomize/tree/parse";
import type { Remark } from "./source";

const plain = new Set(["apiVersion", "kind", "metadata", "resources"]);

/** Manifests that Flux applies of `clusters/<env>/`, its own components left out: all of them, or those that a kustomization there lists. */
export function clusterManifests(files: TextFiles, environment: string, remarks: Remark[]): readonly string[] {
  const folder = `clusters/${environment}`;
  const tree = indexFolders(files);
  const paths =
    kustomizationFile(tree, folder) === undefined
      ? [...files.keys()].filter((path) => path.startsWith(`${folder}/`))
      : listed(files, folder, remarks);
  return paths.filter((path) => /\.ya?ml$/.test(path) && !/(^|\/)flux-system\//.test(path.slice(folder.length)));
}

function listed(files: TextFiles, folder: string, remarks: Remark[]): readonly string[] {
  const tree = indexFolders(files);
  const paths = reachableFiles(tree, folder);
  for (const path of paths) {
    if (!/(^|\/)(kustomization\.ya?ml|Kustomization)$/.test(path)) continue;
    const more = Object.keys(parseKustomization(files.get(path) ?? "") ?? {}).filter((field) => !plain.has(field));
    if (more.length > 0 && !path.includes("/flux-system/"))
      remarks.push({ path, reason: `${more.join(", ")} of the folder of Flux itself: not taken over` });
  }
  return paths;
}
