import type { FluxBuildSpec } from "../../kustomize/tree/generate";
import { normalFolder } from "../../kustomize/tree/files";
import type { KubernetesObject } from "../../model/object";
import { folderBehind, generatedArtifact } from "./artifacts";
import { at, mappingsAt, stringAt } from "./fields";
import { sourceOf } from "./flux";

/** What a Kustomization's spec adds to the build of its path. */
export function buildSpecOf(kustomization: KubernetesObject | undefined): FluxBuildSpec {
  const text = (field: "targetNamespace" | "namePrefix" | "nameSuffix"): FluxBuildSpec => {
    const value = stringAt(kustomization, "spec", field);
    return value === undefined ? {} : { [field]: value };
  };
  const patches = mappingsAt(kustomization, "spec", "patches");
  const images = mappingsAt(kustomization, "spec", "images");
  const components = at(kustomization, "spec", "components");
  return {
    ...text("targetNamespace"),
    ...text("namePrefix"),
    ...text("nameSuffix"),
    ...(patches.length > 0 ? { patches } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(Array.isArray(components) ? { components: components.filter((path) => typeof path === "string") } : {}),
    ...(at(kustomization, "spec", "ignoreMissingComponents") === true ? { ignoreMissingComponents: true } : {}),
  };
}

/** What is needed to tell whether a Kustomization's source is this very tree. */
export interface SourceContext {
  readonly root: KubernetesObject | undefined;
  readonly objects: readonly KubernetesObject[];
  /** Whether the tree has a folder. */
  has(folder: string): boolean;
}

/** The folder of the tree that a Kustomization builds; undefined where its source is another repository. One that has the same folder is a mirror. */
export function folderOf(kustomization: KubernetesObject, context?: SourceContext): string | undefined {
  const path = normalFolder(stringAt(kustomization, "spec", "path") ?? ".");
  const source = sourceOf(kustomization);
  if (context === undefined || source === undefined) return path;
  if (source.kind === "ExternalArtifact") {
    const artifact = generatedArtifact(context.objects, source);
    return artifact === undefined ? undefined : folderBehind(artifact, path);
  }
  const own = context.root === undefined ? undefined : sourceOf(context.root);
  const isOwn = source.kind === own?.kind && source.name === own.name && source.namespace === own.namespace;
  return isOwn || own === undefined || context.has(path) ? path : undefined;
}
