import { accumulated } from "../../read/accumulated";
import { reachableFiles } from "../../../kustomize/tree/closure";
import { kustomizationsOf } from "../../read/kustomizations";
import type { TreeRule } from "../../rule";

/** `namespace:` renames Namespace objects as well: the one that was declared is pruned, with everything in it. */
export const renamedNamespace: TreeRule = {
  code: "renamed-namespace",
  scope: "tree",
  about: "a kustomization that sets a namespace holds no Namespace object of another name",
  check({ tree }) {
    return kustomizationsOf(tree).flatMap(({ path, folder, content: { namespace } }) => {
      if (
        typeof namespace !== "string" ||
        !reachableFiles(tree, folder).some((file) => /kind: ["']?Namespace\b/.test(tree.files.get(file) ?? ""))
      )
        return [];
      const others = (accumulated(tree, folder) ?? []).filter(
        ({ kind, names }) => kind === "Namespace" && !names.includes(namespace),
      );
      return others.map(({ names: [name = ""] }) => ({
        path,
        resource: `Namespace ${name}`,
        message: `namespace: ${namespace} renames Namespace ${name} to ${namespace}; give it that name, or declare it in another folder`,
      }));
    });
  },
};
