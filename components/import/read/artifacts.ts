import { normalFolder } from "../../kustomize/tree/files";
import { isMapping, mappingList } from "../../kustomize/tree/parse";
import type { KubernetesObject } from "../../model/object";

interface Copy {
  readonly artifact: string;
  readonly from: string;
  readonly to: string;
}

/** Finds the folder of the repository that a Kustomization's path means, also behind artifacts that an ArtifactGenerator copies from it. */
export function folderFinder(
  objects: readonly KubernetesObject[],
): (spec: Readonly<Record<string, unknown>>) => string {
  const copies = objects.filter(({ kind }) => kind === "ArtifactGenerator").flatMap(copiesOf);
  return ({ path, sourceRef }) => {
    const folder = normalFolder(typeof path === "string" ? path : ".");
    if (!isMapping(sourceRef) || sourceRef.kind !== "ExternalArtifact") return folder;
    const fitting = copies.filter(({ artifact, to }) => artifact === sourceRef.name && isBelow(folder, to));
    const [closest] = fitting.sort((a, b) => b.to.length - a.to.length);
    if (closest === undefined) return folder;
    return normalFolder(`${closest.from}/${closest.to === "." ? folder : folder.slice(closest.to.length)}`);
  };
}

function isBelow(folder: string, parent: string): boolean {
  return parent === "." || folder === parent || folder.startsWith(`${parent}/`);
}

function copiesOf(object: KubernetesObject): readonly Copy[] {
  const spec: unknown = "spec" in object ? object.spec : undefined;
  return mappingList(isMapping(spec) ? spec.artifacts : undefined).flatMap((artifact) =>
    mappingList(artifact.copy).map(({ from, to }) => ({
      artifact: String(artifact.name),
      from: normalFolder(
        String(from)
          .replace(/^@[^/]*\//, "./")
          .replace(/\/\*\*$/, ""),
      ),
      to: normalFolder(String(to).replace(/^@[^/]*\//, "./")),
    })),
  );
}
