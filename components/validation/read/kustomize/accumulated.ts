import { posix } from "node:path";
import { type Folders, kustomizationFile } from "../../../kustomize/tree/files";
import { type Kustomization, mappingList, parseKustomization, stringList } from "../../../kustomize/tree/parse";
import { parseManifests } from "../../../manifests/yaml";
import { isMapping, mappingAt, stringAt } from "../fields";

/** An object as a kustomization's patches meet it, with every name and namespace that it has had: kustomize matches against all of them. */
export interface Accumulated {
  readonly apiVersion: string;
  readonly kind: string;
  readonly names: readonly string[];
  readonly namespaces: readonly string[];
  readonly labels: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, unknown>>;
}

/** Folders that are being read, from the outermost: one that comes twice is a circle, which does not build. */
type Above = readonly string[];

/** What the resources of a folder's kustomization amount to before its own transformers; undefined where this cannot be told from the files. */
export function accumulated(tree: Folders, folder: string, above: Above = []): readonly Accumulated[] | undefined {
  const kustomization = above.includes(folder) ? undefined : read(tree, folder);
  if (kustomization === undefined || kustomization.helmCharts !== undefined || kustomization.generators !== undefined)
    return undefined;
  const listed = [...stringList(kustomization.resources), ...stringList(kustomization.components)];
  const objects = [...generated(kustomization)];
  for (const name of listed) {
    const target = posix.join(folder, name);
    const own = tree.files.has(target)
      ? manifests(tree.files.get(target) ?? "")
      : transformed(tree, target, [...above, folder]);
    if (own === undefined) return undefined;
    objects.push(...own);
  }
  return objects;
}

/** The same after the folder's own transformers: names and namespaces gained. */
export function transformed(tree: Folders, folder: string, above: Above = []): readonly Accumulated[] | undefined {
  const { namespace, namePrefix = "", nameSuffix = "" } = read(tree, folder) ?? {};
  return accumulated(tree, folder, above)?.map((object) => {
    const renamed = object.names.map((name) => `${String(namePrefix)}${name}${String(nameSuffix)}`);
    const namespaces = typeof namespace === "string" ? [...object.namespaces, namespace] : object.namespaces;
    return { ...object, names: [...new Set([...object.names, ...renamed])], namespaces };
  });
}

function read(tree: Folders, folder: string): Kustomization | undefined {
  const path = kustomizationFile(tree, folder);
  return path === undefined ? undefined : parseKustomization(tree.files.get(path) ?? "");
}

function generated(kustomization: Kustomization): readonly Accumulated[] {
  const of = (kind: string, field: string): readonly Accumulated[] =>
    mappingList(kustomization[field]).map((entry) => ({
      apiVersion: "v1",
      kind,
      names: [String(entry.name)],
      namespaces: [stringAt(entry, "namespace") ?? ""],
      labels: {},
      annotations: {},
    }));
  return [...of("ConfigMap", "configMapGenerator"), ...of("Secret", "secretGenerator")];
}

function manifests(content: string): readonly Accumulated[] | undefined {
  try {
    return parseManifests(content)
      .flatMap((object) =>
        isMapping(object) && Array.isArray(object.items) ? (object.items as readonly unknown[]) : [object],
      )
      .map((object) => ({
        apiVersion: stringAt(object, "apiVersion") ?? "",
        kind: stringAt(object, "kind") ?? "",
        names: [stringAt(object, "metadata", "name") ?? ""],
        namespaces: [stringAt(object, "metadata", "namespace") ?? ""],
        labels: mappingAt(object, "metadata", "labels"),
        annotations: mappingAt(object, "metadata", "annotations"),
      }));
  } catch {
    return undefined; // Does not build either, and is reported as such.
  }
}
