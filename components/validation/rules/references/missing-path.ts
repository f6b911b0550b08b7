import { describeObject } from "../../../model/object";
import { knownNames } from "../../../model/report/closest";
import type { EnvironmentRule } from "../../rule";

/** Flux fails on a path that its source does not have. */
export const missingPath: EnvironmentRule = {
  code: "missing-path",
  scope: "environment",
  about: "the path of every Kustomization exists",
  check({ layers }, { tree }) {
    const folders = [...tree.children.keys()].filter((folder) => !folder.startsWith("clusters"));
    return layers.flatMap(({ folder, kustomization, origin }) => {
      if (kustomization === undefined || folder === undefined || tree.children.has(folder)) return [];
      const message = `spec.path is ./${folder}, which the repository does not have; the closest folders are ${knownNames(folders, folder)}`;
      return [{ path: origin, resource: describeObject(kustomization), message, names: [folder] }];
    });
  },
};
