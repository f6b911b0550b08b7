import { buildFolders, type FolderBuild, type FolderRequest } from "../../components/kustomize/build-folders";
import { indexFolders, type TextFiles } from "../../components/kustomize/tree/files";
import type { BuiltLayer, BuiltSource } from "../../components/import/draft/pieces";
import { groupsOf } from "../../components/import/read/groups";
import { modelFolders } from "../../components/import/read/model-folders";
import type { Remark, SourceRepository } from "../../components/import/read/source";

/** Builds every layer of a repository, and every base that one builds upon, as Flux would. */
export async function buildSource(
  files: TextFiles,
  repository: SourceRepository,
  tool: string,
): Promise<{ readonly source: BuiltSource; readonly failures: readonly Remark[] }> {
  const tree = indexFolders(files);
  const planned = repository.environments.flatMap((environment) => {
    const folders = modelFolders(environment);
    return environment.layers.map((layer) => ({ environment, layer, folder: folders.get(layer.name) ?? layer.name }));
  });
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
  const layers = planned.map((layer, index): BuiltLayer => ({
    ...layer,
    objects: builds[index]?.objects ?? [],
    groups: groupsOf(tree, layer.layer.folder, layer.environment.name),
    ...failureOf(builds[index]),
  }));
  const bases = [...new Set(layers.flatMap(({ groups }) => groups.flatMap(({ base }) => base ?? [])))];
  const built = await buildFolders(
    files,
    bases.map((folder) => ({ folder })),
    { tool },
  );
  const byFolder = new Map(bases.map((folder, index) => [folder, built[index]?.objects ?? []]));
  return { source: { files, layers, bases: byFolder }, failures };
}

function failureOf(build: FolderBuild | undefined): { readonly failure?: string } {
  const [first] = build?.failures ?? [];
  return first === undefined ? {} : { failure: `${first.folder} ${first.reason}` };
}
