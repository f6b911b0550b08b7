import { posix } from "node:path";
import type { BuiltObject } from "../../../components/kustomize/batch";
import { type Folders, indexFolders, kustomizationFile, normalFolder } from "../../../components/kustomize/tree/files";
import { scanResources } from "../../../components/kustomize/tree/generate";
import { parseKustomization, stringList } from "../../../components/kustomize/tree/parse";
import { parseManifests } from "../../../components/manifests/yaml";
import type { KubernetesObject } from "../../../components/model/object";
import type { FolderBuilder } from "../../../components/validation/collect";
import { isClusterScoped } from "../../../components/validation/read/identity";

/** Builds resources and `namespace` of kustomizations without kustomize, so that a table of trees takes no time; patches are left out. */
export const plainBuilder: FolderBuilder = (files, requests) => {
  const tree = indexFolders(files);
  return Promise.resolve(
    requests.map(({ folder }) => ({ objects: objectsOf(tree, normalFolder(folder)), failures: [], leftOut: [] })),
  );
};

function objectsOf(tree: Folders, folder: string): readonly BuiltObject[] {
  const path = kustomizationFile(tree, folder);
  const kustomization = path === undefined ? undefined : parseKustomization(tree.files.get(path) ?? "");
  const resources = kustomization === undefined ? scanResources(tree, folder) : stringList(kustomization.resources);
  const built = resources.flatMap((name) => {
    const target = posix.join(folder, name);
    const content = tree.files.get(target);
    return content === undefined ? objectsOf(tree, target) : manifestsOf(target, content);
  });
  const namespace = kustomization?.namespace;
  return typeof namespace === "string" ? built.map((entry) => withNamespace(entry, namespace)) : built;
}

function manifestsOf(origin: string, content: string): readonly BuiltObject[] {
  return (parseManifests(content) as readonly KubernetesObject[]).map((object) => ({ object, origin }));
}

function withNamespace({ object, origin }: BuiltObject, namespace: string): BuiltObject {
  if (isClusterScoped(object)) return { object, origin };
  return { object: { ...object, metadata: { ...object.metadata, namespace } }, origin };
}
