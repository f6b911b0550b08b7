import { kustomizationFile } from "../../../kustomize/tree/files";
import type { EnvironmentRule } from "../../rule";

/** A Kustomization that renders nothing deletes everything it applied before. */
export const emptyBuild: EnvironmentRule = {
  code: "empty-build",
  scope: "environment",
  about: "every Kustomization renders at least one object",
  check({ layers }, { tree }) {
    return layers.flatMap(({ folder, key, name, build }) => {
      if (folder === undefined || build.objects.length + build.failures.length > 0 || !tree.children.has(folder))
        return [];
      const message = `builds to no object at all, so that Flux would delete whatever Kustomization ${name} applied before; list a resource, or remove the layer`;
      return [
        {
          path: kustomizationFile(tree, folder) ?? folder,
          resource: `Kustomization ${key}`,
          message,
          names: [folder],
        },
      ];
    });
  },
};
