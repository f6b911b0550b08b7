import { describeObject } from "../../components/model/object";
import type { Issue } from "../../components/model/issue";
import { versionsFile } from "./configuration";
import { describeDependency, type Dependency } from "./dependency";
import type { RunningVersion } from "./running-versions";

/** What differs between the versions that an environment runs and those that Renovate would find in its versions file. */
export function compareVersions(
  environment: string,
  running: readonly RunningVersion[],
  watched: readonly Dependency[],
): readonly Issue[] {
  const path = versionsFile(environment);
  const isRunning = new Set(running.map(({ dependency }) => describeDependency(dependency)));
  const isWatched = new Set(watched.map(describeDependency));
  const unwatched = running.filter(({ dependency }) => !isWatched.has(describeDependency(dependency)));
  const unused = [...isWatched].filter((text) => !isRunning.has(text));
  return [
    ...unwatched.map(({ dependency, object }) => ({
      code: "unwatched-version",
      path,
      resource: describeObject(object),
      message: `runs ${describeDependency(dependency)}, which no entry names. Take the version from an entry below the comment \`${commentOf(dependency)}\`.`,
    })),
    ...unused.map((text) => ({
      code: "unused-version",
      path,
      message: `${environment} does not run ${text}. Correct the comment above the entry, or remove both.`,
    })),
  ];
}

function commentOf({ datasource, depName, registryUrl }: Dependency): string {
  return `# renovate: datasource=${datasource} depName=${depName}${registryUrl === undefined ? "" : ` registryUrl=${registryUrl}`}`;
}
