import type { FileTree, SealedFile } from "../model/file-tree";
import { stringifyManifest } from "./emit/manifest";
import { withHeader } from "./header";

/** Annotation of a Secret that stands for a sealed file outside Git: its value lists the entries that the sealed file will have. */
export const placeholderAnnotation = "flux-monorepo/not-sealed-yet";

/** A valid Secret without values, for trees that leave Git aside: it says in words and by annotation that it is not sealed yet. */
export function sealedPlaceholder({ environment, secret }: SealedFile): string {
  const entries = Object.keys(secret.stringData);
  const object = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: secret.name,
      namespace: secret.namespace,
      annotations: { ...secret.annotations, [placeholderAnnotation]: entries.join(",") },
    },
    type: secret.type ?? "Opaque",
  };
  const about = `Not sealed yet: an update of ${environment} writes this Secret with its entries ${entries.join(", ")}, encrypted with SOPS.`;
  return withHeader(stringifyManifest(object), about);
}

/** A tree as text, with placeholders for what is sealed when it is committed. */
export function treeTexts(tree: FileTree): ReadonlyMap<string, string> {
  return new Map(
    [...tree].map(([path, file]) => [path, file.kind === "text" ? file.content : sealedPlaceholder(file)]),
  );
}
