import { posix } from "node:path";
import { reachableFiles } from "../kustomize/tree/closure";
import { type Folders, kustomizationFile, kustomizationNames } from "../kustomize/tree/files";
import { parseKustomization } from "../kustomize/tree/parse";
import type { GateInput, GateLayer } from "./gate-input";

/** Folders with a kustomization that no Kustomization builds and no other kustomization names: an environment's that is not part of the tree, or forgotten ones. */
export function unclaimedFolders(tree: Folders, layers: readonly GateLayer[]): readonly string[] {
  const folders = [...tree.names.keys()].filter((folder) => kustomizationFile(tree, folder) !== undefined);
  const claimed = new Set(
    layers.flatMap(({ folder }) => (folder === undefined ? [] : kustomizationsBelow(tree, folder))),
  );
  const left = folders.filter((folder) => !claimed.has(folder) && !folder.startsWith("clusters/"));
  const named = new Set(
    left.flatMap((folder) => kustomizationsBelow(tree, folder).filter((other) => other !== folder)),
  );
  return left.filter((folder) => !named.has(folder) && !isComponent(tree, folder)).sort();
}

/** What no rule looks at since the file of `clusters/<env>/` that has Flux apply it is faulty; whole sentences. */
export function unjudgedFolders({ environments, unclaimed }: GateInput, environment?: string): readonly string[] {
  return environments
    .filter(({ name }) => environment === undefined || name === environment)
    .filter(({ layers }) => layers.some(({ root, build }) => root && build.leftOut.length > 0))
    .flatMap(({ name }) => {
      const lost = unclaimed.map(({ folder }) => folder).filter((folder) => folder.split("/").includes(name));
      if (lost.length === 0) return [];
      return [
        `what ${lost.join(", ")} would apply, by any rule: it builds as told above, but what applies it in clusters/${name} is faulty.`,
      ];
    });
}

/** A component is a part of other builds, and none of its own. */
function isComponent(tree: Folders, folder: string): boolean {
  const file = kustomizationFile(tree, folder);
  return file !== undefined && parseKustomization(tree.files.get(file) ?? "")?.kind === "Component";
}

function kustomizationsBelow(tree: Folders, folder: string): readonly string[] {
  return reachableFiles(tree, folder)
    .filter((path) => kustomizationNames.some((name) => name === posix.basename(path)))
    .map((path) => posix.dirname(path));
}
