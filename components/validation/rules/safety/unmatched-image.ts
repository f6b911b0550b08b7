import { reachableFiles } from "../../../kustomize/tree/closure";
import type { Folders } from "../../../kustomize/tree/files";
import { mappingList } from "../../../kustomize/tree/parse";
import { kustomizationsOf } from "../../read/kustomize/kustomizations";
import { regularExpression } from "../../read/regular-expression";
import { knownNames } from "../../../model/report/closest";
import type { TreeRule } from "../../rule";

/** kustomize ignores an image name that matches no container, so that the old image goes on running. */
export const unmatchedImage: TreeRule = {
  code: "unmatched-image",
  scope: "tree",
  about: "every entry of images names an image that some container of the kustomization has",
  check({ tree }) {
    return kustomizationsOf(tree).flatMap(({ path, folder, content }) => {
      const wanted = mappingList(content.images).flatMap(({ name }) => (typeof name === "string" ? [name] : []));
      if (wanted.length === 0) return [];
      const images = imagesBelow(tree, folder);
      return wanted
        .filter((name) => !images.some((image) => isImage(name, image)))
        .map((name) => ({
          path,
          message: `images names ${name}, which no container here has, so that the entry does nothing; images here: ${knownNames(images.map(withoutVersion), name)}`,
          names: [name],
        }));
    });
  },
};

/** Images that any file which the folder reads gives a container, and names that other kustomizations put in their place. */
function imagesBelow(tree: Folders, folder: string): readonly string[] {
  const pattern = /\b(?:image|newName)["']?:\s*["']?([^\s"',}]+)/g;
  return reachableFiles(tree, folder).flatMap((path) =>
    [...(tree.files.get(path) ?? "").matchAll(pattern)].flatMap((match) => match[1] ?? []),
  );
}

/** kustomize takes the name as a regular expression over the image without its tag and digest. */
function isImage(name: string, image: string): boolean {
  const whole = regularExpression(`^(?:${name})(?::[a-zA-Z0-9_.{}-]*)?(?:@sha256:[a-zA-Z0-9_.{}-]*)?$`);
  return whole?.test(image) ?? name === withoutVersion(image);
}

function withoutVersion(image: string): string {
  return image.replace(/@.*$/, "").replace(/:[^/:]*$/, "");
}
