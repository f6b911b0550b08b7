import { posix } from "node:path";
import { type Folders, kustomizationFile, kustomizationNames } from "./files";
import { isMapping, type Kustomization, mappingList, parseKustomization, stringList } from "./parse";

/** Fields of a Flux Kustomization's spec that change what is built from its path. */
export interface FluxBuildSpec {
  readonly targetNamespace?: string;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly patches?: readonly unknown[];
  readonly images?: readonly unknown[];
  readonly components?: readonly string[];
  readonly ignoreMissingComponents?: boolean;
}

/** Files that source-controller leaves out of its artifact by default, as far as they end in .yaml. */
const ignoredNames = new Set([
  ".sops.yaml",
  ".sops.yml",
  ".goreleaser.yml",
  ".flux.yaml",
  ".travis.yml",
  ".gitlab-ci.yml",
]);
const ignoredFolders = new Set([".git", ".github", ".circleci"]);

/** Whether a spec changes what its path builds to. */
export function addsToBuild(spec: FluxBuildSpec): boolean {
  return Object.values(spec).some((value) => isSet(value));
}

/** Whether the kustomize-controller would change or write the folder's kustomization file before it builds. */
export function needsGeneration(tree: Folders, folder: string, spec: FluxBuildSpec = {}): boolean {
  return kustomizationFile(tree, folder) === undefined || addsToBuild(spec);
}

/** Resources that Flux lists for a folder without a kustomization file: manifests of any depth, and nested kustomizations as one each. */
export function scanResources(tree: Folders, folder: string, prefix = ""): readonly string[] {
  const files = (tree.names.get(folder) ?? [])
    .filter((name) => /\.ya?ml$/.test(name) && !ignoredNames.has(name))
    .map((name) => prefix + name);
  const nested = (tree.children.get(folder) ?? [])
    .filter((name) => !ignoredFolders.has(name))
    .flatMap((name) => {
      const child = posix.join(folder, name);
      return kustomizationFile(tree, child) === undefined
        ? scanResources(tree, child, `${prefix}${name}/`)
        : [`${prefix}${name}`];
    });
  return [...files, ...nested].sort();
}

/** The kustomization that Flux builds for a folder: its own file, or one generated, with what the Kustomization's spec adds to it. */
export function fluxKustomization(
  tree: Folders,
  folder: string,
  spec: FluxBuildSpec = {},
): { readonly path: string; readonly content: Kustomization } {
  const path = kustomizationFile(tree, folder);
  const own = path === undefined ? generated(tree, folder) : (parseKustomization(tree.files.get(path) ?? "") ?? {});
  return {
    path: path ?? posix.join(folder, kustomizationNames[0]),
    content: { ...own, ...additions(own, spec, (component) => tree.children.has(posix.join(folder, component))) },
  };
}

function generated(tree: Folders, folder: string): Kustomization {
  const resources = scanResources(tree, folder);
  const type = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization" };
  return resources.length > 0 ? { ...type, resources } : { ...type, namespace: "_placeholder" };
}

function additions(own: Kustomization, spec: FluxBuildSpec, exists: (component: string) => boolean): Kustomization {
  const components = (spec.components ?? []).filter((path) => spec.ignoreMissingComponents !== true || exists(path));
  return {
    ...(spec.targetNamespace === undefined ? {} : { namespace: spec.targetNamespace }),
    ...(spec.namePrefix === undefined ? {} : { namePrefix: spec.namePrefix }),
    ...(spec.nameSuffix === undefined ? {} : { nameSuffix: spec.nameSuffix }),
    ...(isSet(spec.patches) ? { patches: [...mappingList(own.patches), ...(spec.patches ?? [])] } : {}),
    ...(isSet(spec.images) ? { images: mergedImages(own.images, spec.images ?? []) } : {}),
    ...(components.length > 0 ? { components: [...stringList(own.components), ...components] } : {}),
  };
}

/** An image named by both keeps the fields that the Kustomization leaves alone; tag and digest count as one. */
function mergedImages(own: unknown, added: readonly unknown[]): readonly unknown[] {
  const images = new Map(mappingList(own).map((image) => [image.name, image]));
  for (const image of added.filter(isMapping)) {
    const { newTag, digest, ...rest } = images.get(image.name) ?? {};
    const version = image.newTag === undefined && image.digest === undefined ? { newTag, digest } : {};
    images.set(image.name, withoutUndefined({ ...rest, ...version, ...image }));
  }
  return [...images.values()];
}

function withoutUndefined(record: Kustomization): Kustomization {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
