import { buildFolders, type BuildOptions } from "../../components/kustomize/build-folders";
import type { Issue } from "../../components/model/issue";
import { collect } from "../../components/validation/collect";
import { compareVersions } from "./compare-versions";
import { versionsFile, type RenovateConfiguration } from "./configuration";
import { runningVersions } from "./running-versions";
import { watchedVersions } from "./watched-versions";

/** What a configuration of Renovate is compared with. */
export interface VersionsInput {
  readonly configuration: RenovateConfiguration;
  /** The rendered monorepo. */
  readonly tree: ReadonlyMap<string, string>;
  readonly build: BuildOptions;
  /** Reads a file of the program by its path. */
  readonly read: (path: string) => string;
}

/** Builds every environment and says which of its versions Renovate would miss, and which of those it finds nothing runs. */
export async function versionIssues({ configuration, tree, build, read }: VersionsInput): Promise<readonly Issue[]> {
  const { environments } = await collect({
    files: tree,
    build: (files, requests) => buildFolders(files, requests, build),
  });
  return environments.flatMap((environment) => {
    const path = versionsFile(environment.name);
    const text = read(path);
    const watched = configuration.customManagers.flatMap((manager) => watchedVersions(manager, path, text));
    return compareVersions(environment.name, runningVersions(environment), watched);
  });
}
