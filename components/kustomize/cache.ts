import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { BuiltObject } from "./batch";
import { type Journal, openJournal } from "./journal";
import type { TextFiles } from "./tree/files";
import type { Unit } from "./tree/units";

/** Results of earlier runs, by the content of everything that they follow from. */
export interface BuildCache {
  /** Equal keys give the very same objects. */
  readonly builds: Journal;
  readonly kustomizations: Journal;
  /** Keys of builds whose objects fit their schemas. */
  readonly sound: Journal;
}

/** Changes whenever the form of a cached result does. */
const format = "3";

/** A cache in a folder. */
export function folderCache(dir: string): BuildCache {
  return {
    builds: openJournal(join(dir, `builds-${format}.jsonl`)),
    kustomizations: openJournal(join(dir, `kustomizations-${format}.jsonl`)),
    sound: openJournal(join(dir, `sound-${format}.jsonl`)),
  };
}

/** The objects of an earlier build. */
export function cachedBuild(cache: BuildCache | undefined, key: string): readonly BuiltObject[] | undefined {
  const found = cache?.builds.get(key);
  return Array.isArray(found) ? (found as readonly BuiltObject[]) : undefined;
}

/** Computes the cache keys of one tree; a file that many units share is hashed once. */
export function unitKeys(tool: string, files: TextFiles): (unit: Unit) => string {
  const hashes = new Map<string, string>();
  const identity = toolIdentity(tool);
  const hashOf = (path: string): string => {
    const known = hashes.get(path);
    if (known !== undefined) return known;
    const hash = createHash("sha256")
      .update(files.get(path) ?? "")
      .digest("base64");
    hashes.set(path, hash);
    return hash;
  };
  return (unit) => {
    const content = [identity, ...unit.resources, "", ...unit.files.flatMap((path) => [path, hashOf(path)])];
    return createHash("sha256").update(content.join("\n")).digest("hex");
  };
}

/** Another binary at the same path is another tool. */
function toolIdentity(tool: string): string {
  const found = statSync(tool, { throwIfNoEntry: false });
  return found === undefined ? tool : `${found.size}:${found.mtimeMs}`;
}
