import { posix } from "node:path";
import { reachableFiles } from "../../../kustomize/tree/closure";
import { type Folders, normalFolder } from "../../../kustomize/tree/files";
import { describeObject, type KubernetesObject } from "../../../model/object";
import { type GeneratedArtifact, generatedArtifact, placesOf } from "../../read/artifacts";
import { buildSpecOf } from "../../read/build-spec";
import { stringAt } from "../../read/fields";
import { sourceOf } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";

/** A build that works in the repository fails on the cluster where the layer's artifact has only a part of it. */
export const incompleteArtifact: EnvironmentRule = {
  code: "incomplete-artifact",
  scope: "environment",
  about: "the artifact of every Kustomization holds each file that its build reads",
  check({ layers, objects }, { tree }) {
    const all = objects.map(({ object }) => object);
    return layers.flatMap(({ folder, kustomization, origin }) => {
      const source = kustomization === undefined ? undefined : sourceOf(kustomization);
      if (kustomization === undefined || folder === undefined || source?.kind !== "ExternalArtifact") return [];
      const artifact = generatedArtifact(all, source);
      if (!artifact?.whole) return [];
      const [missing, ...others] = lackingFiles(tree, artifact, { folder, kustomization });
      if (missing === undefined) return [];
      const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
      const message = `the build of ./${folder} reads ${missing}${more}, which the artifact ${source.name} lacks; add a copy of its folder to ArtifactGenerator ${artifact.generator.metadata.name}, or move the file into the layer`;
      return [{ path: origin, resource: describeObject(kustomization), message, parts: [missing] }];
    });
  },
};

interface BuiltFolder {
  readonly folder: string;
  readonly kustomization: KubernetesObject;
}

/** Files that are not there at the place, relative to the built folder, where the build looks for them. */
function lackingFiles(
  tree: Folders,
  artifact: GeneratedArtifact,
  { folder, kustomization }: BuiltFolder,
): readonly string[] {
  const path = normalFolder(stringAt(kustomization, "spec", "path") ?? ".");
  const components = buildSpecOf(kustomization).components ?? [];
  const read = [folder, ...components.map((component) => normalFolder(posix.join(folder, component)))].flatMap(
    (built) => reachableFiles(tree, built),
  );
  return [...new Set(read)].filter((file) => {
    const wanted = posix.join(path, posix.relative(folder, file));
    return !placesOf(artifact, file).includes(wanted);
  });
}
