import type { App } from "../model/app";
import type { MonorepoModel } from "../model/environment";
import { fileTree, textFile, type FileTree, type RenderedFile } from "../model/file-tree";
import type { Issue } from "../model/issue";
import { isGathering, tell } from "../model/report/gather";
import { baseFiles } from "./app/base-files";
import { environmentFiles } from "./app/layer-files";
import { clusterFiles, type ClusterInput } from "./cluster/cluster-files";
import { basePath } from "./paths";
import { rootFiles } from "./root/root-files";
import { withSubstitution } from "./variables/with-substitution";

export { layerKustomizations, type FluxKustomization } from "./cluster/layer-kustomizations";
export { mirrorName, receiverName } from "./cluster/names";
export { followedSource, type SourceRef } from "./cluster/followed-source";
export { syncObjects } from "./cluster/sync-objects";
export { fluxDistribution } from "./flux/distribution";

/** What the tree follows from. */
export interface RenderInput {
  readonly model: MonorepoModel;
  /** The environments whose `clusters/<env>/` is rendered; everything below it is rendered for all. */
  readonly clusters: Readonly<Record<string, ClusterInput>>;
  /** Paths of sealed files that no run has sealed yet: left out, with their line of `resources`. @default none */
  readonly pendingSeals?: ReadonlySet<string>;
}

/**
 * Renders the monorepo: a pure function, equal input giving equal bytes. The model is one that `defineMonorepo` let through.
 * @throws IssuesError when two files would share a path, or Flux cannot be installed as configured.
 */
export function render({ model: written, clusters, pendingSeals = new Set() }: RenderInput): FileTree {
  const model = withSubstitution(written);
  const environments = Object.values(model.environments);
  const entries = [
    ...rootFiles(model),
    ...rawFiles(model, clusters),
    ...bases(model).flatMap(({ folder, app }) => baseFiles(folder, app)),
    ...environments.flatMap((environment) => environmentFiles(environment, pendingSeals)),
    ...environments.flatMap((environment) => {
      const cluster = Object.hasOwn(clusters, environment.name) ? clusters[environment.name] : undefined;
      return cluster === undefined ? [] : clusterFiles(environment, cluster);
    }),
  ];
  tell(conflictingFiles(entries));
  return fileTree(isGathering() ? new Map([...entries].reverse()) : entries);
}

/** Files of `clusters/<env>/` belong to that environment's run, as all of that folder does. */
function rawFiles(
  { rawFiles: files = {} }: MonorepoModel,
  clusters: RenderInput["clusters"],
): readonly (readonly [string, RenderedFile])[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const cluster = /^clusters\/([^/]+)\//.exec(path)?.[1];
    return cluster === undefined || Object.hasOwn(clusters, cluster) ? [[path, textFile(text)] as const] : [];
  });
}

/** Every base once, whichever environments run it. */
function bases({ environments }: MonorepoModel): readonly { readonly folder: string; readonly app: App }[] {
  const found = new Map<string, { folder: string; app: App }>();
  for (const { layers } of Object.values(environments)) {
    for (const { folder, overlays } of layers) {
      for (const { app } of overlays) found.set(basePath(folder, app.name), { folder, app });
    }
  }
  return [...found.values()];
}

function conflictingFiles(entries: readonly (readonly [string, RenderedFile])[]): readonly Issue[] {
  const seen = new Set<string>();
  const twice = entries.filter(([path]) => seen.size === seen.add(path).size);
  return twice.map(([path]) => ({
    code: "conflicting-files",
    path,
    message:
      "two parts of the model are written to this file. Rename one of the resources, patches or apps that it is named for.",
  }));
}
