import type { RegexManager } from "./configuration";
import { dependency, type Dependency } from "./dependency";

/** The versions that a manager finds in a file; none where it does not look at the file. */
export function watchedVersions(manager: RegexManager, path: string, text: string): readonly Dependency[] {
  const looks = manager.managerFilePatterns.some((pattern) => new RegExp(pattern.slice(1, -1)).test(path));
  if (!looks) return [];
  return manager.matchStrings.flatMap((expression) =>
    [...text.matchAll(new RegExp(expression, "g"))].map(({ groups = {} }) => {
      const { datasource = "", depName = "", registryUrl, currentValue, currentDigest } = groups;
      return dependency(datasource, depName, { registryUrl, currentValue, currentDigest });
    }),
  );
}
