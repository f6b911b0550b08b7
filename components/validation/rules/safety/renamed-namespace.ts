import { reachableFiles } from "../../../kustomize/tree/closure";
import { parseManifests } from "../../../manifests/yaml";
import { stringAt } from "../../read/fields";
import { kustomizationsOf } from "../../read/kustomize/kustomizations";
import type { TreeRule } from "../../rule";

/** `namespace:` renames Namespace objects as well: the one that was declared is pruned, with everything in it. */
export const renamedNamespace: TreeRule = {
  code: "renamed-namespace",
  scope: "tree",
  about: "a kustomization that sets a namespace holds no Namespace object of another name",
  check({ tree }) {
    return kustomizationsOf(tree).flatMap(({ path, folder, content: { namespace } }) => {
      if (typeof namespace !== "string") return [];
      const files = reachableFiles(tree, folder);
      const others = files.flatMap((file) => otherNamespaces(tree.files.get(file) ?? "", namespace));
      return others.map((name) => ({
        path,
        resource: `Namespace ${name}`,
        message: `namespace: ${namespace} renames Namespace ${name} to ${namespace}; give it that name, or declare it in another folder`,
      }));
    });
  },
};

/** Names of the Namespace objects of a text that are called otherwise; only a text that holds another name at all is parsed. */
function otherNamespaces(text: string, namespace: string): readonly string[] {
  if (!/kind["']?: ["']?Namespace\b/.test(text)) return [];
  const names = [...text.matchAll(/name["']?: *["']?([^\s"',}]+)/g)].map((match) => match[1]);
  if (names.every((name) => name === namespace)) return [];
  try {
    return parseManifests(text)
      .filter((object) => stringAt(object, "kind") === "Namespace")
      .flatMap((object) => stringAt(object, "metadata", "name") ?? [])
      .filter((name) => name !== namespace);
  } catch {
    return []; // Does not build either, and is reported as such.
  }
}
