import { posix } from "node:path";
import { reachableFiles } from "../../../kustomize/tree/closure";
import { kustomizationNames } from "../../../kustomize/tree/files";
import type { GateInput } from "../../gate-input";
import type { Finding, TreeRule } from "../../rule";

/** A manifest that nothing lists is one that somebody believes to be applied. */
export const strayFile: TreeRule = {
  code: "stray-file",
  scope: "tree",
  about:
    "every manifest in the folders that Flux builds is listed by a kustomization, and every kustomization is built",
  check(input) {
    const layers = input.environments.flatMap((environment) => environment.layers);
    const folders = layers.flatMap(({ folder }) => folder ?? []);
    const used = new Set(
      [...folders, ...input.unclaimed.map(({ folder }) => folder)].flatMap((folder) =>
        reachableFiles(input.tree, folder),
      ),
    );
    const tops = new Set(folders.map((folder) => folder.split("/")[0]));
    const files = [...input.tree.files.keys()].filter(
      (path) => isManifest(path) && tops.has(path.split("/")[0]) && !used.has(path),
    );
    return [...files.map(strayManifest), ...strayFolders(input, folders)];
  },
};

function isManifest(path: string): boolean {
  return /\.ya?ml$/.test(path) && !posix.basename(path).startsWith(".") && !path.startsWith("clusters/");
}

function strayManifest(path: string): Finding {
  return {
    path,
    message: `is listed by no kustomization, so that nothing applies it; list it under resources (or patches) of ${posix.dirname(path)}, or remove it`,
    names: [path],
  };
}

/** Folders of environments that the tree does not hold yet are no strays. */
function strayFolders({ unclaimed, absent }: GateInput, built: readonly string[]): readonly Finding[] {
  const siblings = new Set(built.map((folder) => posix.dirname(folder)));
  return unclaimed
    .filter(
      ({ folder }) => !siblings.has(posix.dirname(folder)) && !folder.split("/").some((part) => absent.includes(part)),
    )
    .filter(({ folder }) => built.some((other) => other.split("/")[0] === folder.split("/")[0]))
    .map(({ folder }) => ({
      path: posix.join(folder, kustomizationNames[0]),
      message: `is built by no environment; list ${folder} in the kustomization.yaml above it, or remove it`,
      names: [folder, posix.basename(folder)],
    }));
}
