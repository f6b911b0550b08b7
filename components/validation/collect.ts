import type { FolderBuild, FolderRequest } from "../kustomize/build-folders";
import { indexFolders, type TextFiles } from "../kustomize/tree/files";
import type { LeftOut } from "../model/report/left-out";
import { gateEnvironment, type Outside } from "./environment";
import type { GateEnvironment, GateInput, GateLayer } from "./gate-input";
import { buildSpecOf, folderOf } from "./read/build-spec";
import { isFluxKustomization, namespaceOf } from "./read/flux";
import { unclaimedFolders } from "./unclaimed";

/** Builds folders of a tree; the results are in the order of the requests. */
export type FolderBuilder = (files: TextFiles, requests: readonly FolderRequest[]) => Promise<readonly FolderBuild[]>;

/** What to collect, and how to build it. */
export interface CollectInput extends Outside {
  readonly files: TextFiles;
  readonly build: FolderBuilder;
  /** Names of all environments of the model. @default those of the tree */
  readonly environments?: readonly string[];
}

const nothing: FolderBuild = { objects: [], failures: [], leftOut: [] };

/** Finds every environment and every kustomization by walking the tree, and builds them all. */
export async function collect({ files, build, environments = [], ...outside }: CollectInput): Promise<GateInput> {
  const tree = indexFolders(files);
  const names = (tree.children.get("clusters") ?? []).filter((name) => holdsManifests(files, name));
  const found = await collectLayers(files, names, build);
  const unclaimed = unclaimedFolders(tree, found.flat());
  const builds = await build(
    files,
    unclaimed.map((folder) => ({ folder })),
  );
  const built: GateEnvironment[] = [];
  for (const [index, name] of names.entries()) {
    const layers = found[index] ?? [];
    const lost = layers.some(({ root, build: own }) => root && own.leftOut.length > 0)
      ? ofFolders(unclaimed, builds, name)
      : [];
    const leftOut = [...(outside.leftOut ?? []), ...lost];
    built.push(await gateEnvironment(name, layers, { ...outside, leftOut }));
  }
  const without = [
    ...built.flatMap(({ leftOut }) => leftOut),
    ...(outside.leftOut ?? []),
    ...builds.flatMap((own) => own.leftOut),
  ];
  return {
    tree,
    environments: built,
    absent: environments.filter((name) => !names.includes(name)),
    unclaimed: unclaimed.map((folder, index) => ({ folder, build: builds[index] ?? nothing })),
    leftOut: without,
  };
}

/** Where a file of `clusters/<env>/` is faulty, the layers that it declares are not there, nor what they would apply. */
function ofFolders(
  folders: readonly string[],
  builds: readonly FolderBuild[],
  environment: string,
): readonly LeftOut[] {
  return folders.flatMap((folder, index): readonly LeftOut[] => {
    if (!folder.split("/").includes(environment)) return [];
    const objects = builds[index]?.objects ?? [];
    const text = objects.map(({ object }) => JSON.stringify(object)).join("\n");
    return [{ kind: "objects", text: `${folder}\n${text}`, files: new Set(), environment }];
  });
}

/** Builds each environment's own folder, then the Kustomizations found there, and so on while the builds bring new ones. */
export async function collectLayers(
  files: TextFiles,
  names: readonly string[],
  build: FolderBuilder,
): Promise<readonly (readonly GateLayer[])[]> {
  const folders = names.map((name) => `clusters/${name}`);
  const roots = await build(
    files,
    folders.map((folder) => ({ folder })),
  );
  const layers = folders.map((folder, index): GateLayer[] => [rootLayer(folder, roots[index] ?? nothing)]);
  for (;;) {
    const open = layers.flatMap((own, index) =>
      undiscovered(own, (folder) => hasFolder(files, folder)).map((layer) => ({
        own,
        layer,
        group: names[index] ?? "",
      })),
    );
    if (open.length === 0) return layers;
    const wanted = open.filter(({ layer }) => layer.folder !== undefined && hasFolder(files, layer.folder));
    const requests = wanted.map(({ layer, group }) => ({
      folder: layer.folder ?? ".",
      spec: buildSpecOf(layer.kustomization),
      group,
    }));
    const builds = await build(files, requests);
    for (const entry of open) {
      const result = builds[wanted.indexOf(entry)] ?? nothing;
      entry.own.push({ ...entry.layer, build: result });
    }
  }
}

function rootLayer(folder: string, build: FolderBuild): GateLayer {
  const own = build.objects.find(({ object }) => isFluxKustomization(object) && folderOf(object) === folder);
  const name = own?.object.metadata.name ?? "flux-system";
  const key = `${own === undefined ? "flux-system" : namespaceOf(own.object)}/${name}`;
  return { key, name, kustomization: own?.object, origin: own?.origin ?? folder, folder, root: true, build };
}

/** Kustomizations that the layers so far declare and that are no layers yet. */
function undiscovered(layers: readonly GateLayer[], has: (folder: string) => boolean): readonly GateLayer[] {
  const known = new Set(layers.map(({ key }) => key));
  const root = layers[0];
  const objects = layers.flatMap(({ build }) => build.objects);
  return objects.flatMap(({ object, origin }) => {
    const key = `${namespaceOf(object)}/${object.metadata.name}`;
    if (!isFluxKustomization(object) || known.has(key)) return [];
    known.add(key);
    const context = { root: root?.kustomization, objects: objects.map((built) => built.object), has };
    const folder = folderOf(object, context);
    return [{ key, name: object.metadata.name, kustomization: object, origin, folder, root: false, build: nothing }];
  });
}

function holdsManifests(files: TextFiles, name: string): boolean {
  for (const path of files.keys()) if (path.startsWith(`clusters/${name}/`) && /\.ya?ml$/.test(path)) return true;
  return false;
}

function hasFolder(files: TextFiles, folder: string): boolean {
  if (folder === ".") return true;
  for (const path of files.keys()) if (path.startsWith(`${folder}/`)) return true;
  return false;
}
