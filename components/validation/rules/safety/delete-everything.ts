import { mappingList } from "../../../kustomize/tree/parse";
import { isMapping } from "../../read/fields";
import { kustomizationsOf, patchText } from "../../read/kustomize/kustomizations";
import { selectsEverything } from "../../read/kustomize/patch-target";
import type { TreeRule } from "../../rule";

/** Such a patch empties the build, and Flux prunes the whole layer. */
export const deleteEverything: TreeRule = {
  code: "delete-everything",
  scope: "tree",
  about: "no patch that deletes has a target that selects every object",
  check({ tree }) {
    return kustomizationsOf(tree).flatMap(({ path, folder, content }) =>
      mappingList(content.patches).flatMap((patch, index) => {
        const deletes = /\$patch["']?\s*:\s*["']?delete/.test(patchText(tree, folder, patch) ?? "");
        if (!deletes || !isMapping(patch.target) || !selectsEverything(patch.target)) return [];
        return [
          {
            path,
            message: `patches[${index}] deletes (\$patch: delete) with an empty target, which selects every object; name the kind and the name of the one to delete`,
          },
        ];
      }),
    );
  },
};
