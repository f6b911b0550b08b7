import { buildFolders, type FolderBuild, type FolderRequest } from "../../components/kustomize/build-folders";
import { indexFolders, type TextFiles } from "../../components/kustomize/tree/files";
import type { BuiltLayer, BuiltSource } from "../../components/import/draft/pieces";
import { groupsOf } from "../../components/import/read/groups";
import { modelFolders } from "../../components/import/read/model-folders";
import { nestedFolders } from "../../components/import/read/nested";
import type { Remark, SourceRepository } from "../../components/import/read/source";

/** The files of a repository. */
interface RepositoryFiles {
  /** By their paths from its top, as Kustomizations name them. */
  readonly top: TextFiles;
  /** Those in the folder that holds `clusters/`, by their paths within it. */
  readonly files: TextFiles;
}

/** Builds every layer of a repository, and every base that one builds upon, as Flux would. */
export async function buildSource(
  { top, files }: RepositoryFiles,
  repository: SourceRepository,
  tool: string,
): Promise<{ readonly source: BuiltSource; readonly failures: readonly Remark[] }> {
  const tree = indexFolders(files);
  const planned = repository.environments.flatMap((environment) =>
    environment.layers.map((layer) => ({ environment, layer })),
  );
  const requests = planned.map(({ environment, layer }): FolderRequest => ({
    folder: layer.folder,
    spec: layer.build,
    group: environment.name,
  }));
  const builds = await buildFolders(files, requests, { tool });
  const failures = builds.flatMap((build, index) =>
    build.failures.map(({ folder, reason }) => ({
      path: folder,
      reason: `layer ${planned[index]?.layer.name ?? ""}: ${reason}`,
    })),
  );
  const nested = nestedFolders(
    top,
    builds.flatMap(({ objects }) => objects.map(({ object }) => ({ ...object }))),
  );
  const folders = new Map(
    repository.environments.map((environment) => [environment, modelFolders(environment, nested.folders)]),
  );
  const layers = planned.map((layer, index): BuiltLayer => ({
    ...layer,
    folder: folders.get(layer.environment)?.get(layer.layer.name) ?? layer.layer.name,
    objects: builds[index]?.objects ?? [],
    groups: groupsOf(tree, layer.layer.folder, layer.environment.name),
    ...failureOf(builds[index]),
  }));
  return { source: { files, layers, bases: await builtBases(files, layers, tool), nested }, failures };
}

async function builtBases(
  files: TextFiles,
  layers: readonly BuiltLayer[],
  tool: string,
): Promise<BuiltSource["bases"]> {
  const bases = [...new Set(layers.flatMap(({ groups }) => groups.flatMap(({ base }) => base ?? [])))];
  const built = await buildFolders(
    files,
    bases.map((folder) => ({ folder })),
    { tool },
  );
  return new Map(bases.map((folder, index) => [folder, built[index]?.objects ?? []]));
}

function failureOf(build: FolderBuild | undefined): { readonly failure?: string } {
  const [first] = build?.failures ?? [];
  return first === undefined ? {} : { failure: `${first.folder} ${first.reason}` };
}
