import { posix } from "node:path";
import { reachableFiles } from "./closure";
import { type Folders, kustomizationFile, kustomizationNames } from "./files";
import { scanResources } from "./generate";
import { isMapping, type Kustomization, mappingList, parseKustomization, stringList } from "./parse";

/** A part of a folder that builds on its own to the same objects as within the whole. */
export interface Unit {
  /** Folder that an error is about. */
  readonly folder: string;
  /** What it consists of: one folder with a kustomization, or plain manifest files; paths of the tree. */
  readonly resources: readonly string[];
  /** Every file that its build can read. */
  readonly files: readonly string[];
}

/**
 * Splits a folder into units. A kustomization that only lists resources is the sum of them; one that does more is one unit. So is a folder below which names
 * are changed (hashed ConfigMaps, prefixes), since kustomize carries a changed name over to every object that it builds along.
 */
export function unitsOf(tree: Folders, folder: string): readonly Unit[] {
  const parts = partsOf(tree, folder);
  const units = parts.map((resources) => unitOf(tree, folder, resources));
  const named = units.some((unit) => unit.files.some((path) => changesNames(tree, path)));
  return units.length < 2 || !named ? units : [unitOf(tree, folder, [folder])];
}

function unitOf(tree: Folders, folder: string, resources: readonly string[]): Unit {
  const [first] = resources;
  const single = resources.length === 1 && first !== undefined && !tree.files.has(first);
  const files = resources.flatMap((path) => (tree.files.has(path) ? [path] : reachableFiles(tree, path)));
  return { folder: single ? first : folder, resources, files: [...new Set(files)].sort() };
}

/** A folder that lists one above it goes in a circle: it stays whole, and fails to build. */
function partsOf(tree: Folders, folder: string, above: readonly string[] = []): readonly (readonly string[])[] {
  const listed = above.includes(folder) ? undefined : listedResources(tree, folder);
  if (listed === undefined) return [[folder]];
  const paths = listed.map((name) => posix.join(folder, name));
  const files = paths.filter((path) => tree.files.has(path));
  const folders = paths.filter((path) => !tree.files.has(path));
  const nested = folders.flatMap((path) => partsOf(tree, path, [...above, folder]));
  return files.length > 0 ? [files, ...nested] : nested;
}

/** The resources of a folder that does nothing but list them, if each is part of the tree. */
function listedResources(tree: Folders, folder: string): readonly string[] | undefined {
  const path = kustomizationFile(tree, folder);
  if (path === undefined) return scanResources(tree, folder);
  const kustomization = parseKustomization(tree.files.get(path) ?? "");
  if (kustomization === undefined || !onlyLists(kustomization)) return undefined;
  const resources = stringList(kustomization.resources);
  const known = resources.every((name) => {
    const target = posix.join(folder, name);
    return tree.files.has(target) || kustomizationFile(tree, target) !== undefined;
  });
  return known && resources.length > 0 && new Set(resources).size === resources.length ? resources : undefined;
}

const listingFields = new Set(["apiVersion", "kind", "metadata", "resources"]);

function onlyLists(kustomization: Kustomization): boolean {
  return Object.keys(kustomization).every((field) => listingFields.has(field));
}

function changesNames(tree: Folders, path: string): boolean {
  if (!kustomizationNames.some((name) => name === posix.basename(path))) return false;
  const kustomization = parseKustomization(tree.files.get(path) ?? "");
  if (kustomization === undefined) return false;
  if (["namePrefix", "nameSuffix", "generators", "helmCharts"].some((field) => kustomization[field] !== undefined))
    return true;
  const generators = [...mappingList(kustomization.configMapGenerator), ...mappingList(kustomization.secretGenerator)];
  return generators.some(({ options }) => !keepsName(options) && !keepsName(kustomization.generatorOptions));
}

function keepsName(options: unknown): boolean {
  return isMapping(options) && options.disableNameSuffixHash === true;
}
