import type { EnvironmentRule } from "../../rule";
import { kustomizationFile } from "../../../kustomize/tree/files";

/** Without a file of its own a folder takes in every manifest below it, wanted or not. */
export const missingKustomization: EnvironmentRule = {
  code: "missing-kustomization",
  scope: "environment",
  about: "every folder that a Kustomization builds below clusters/ has a kustomization.yaml",
  check({ layers }, { tree }) {
    return layers.flatMap(({ folder, root, key }) => {
      if (root || folder === undefined || !tree.children.has(folder) || kustomizationFile(tree, folder) !== undefined)
        return [];
      const message = `has no kustomization.yaml, so that Flux would apply every YAML file below it; add one that lists its resources`;
      return [{ path: folder, resource: `Kustomization ${key}`, message }];
    });
  },
};
