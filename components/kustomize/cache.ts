import { createHash, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BuiltObject } from "./batch";
import type { TextFiles } from "./tree/files";
import type { Unit } from "./tree/units";

/** Results of earlier builds, by the content of everything that they read. */
export interface BuildCache {
  read(key: string): Promise<readonly BuiltObject[] | undefined>;
  write(key: string, objects: readonly BuiltObject[]): Promise<void>;
}

/** Changes whenever the form of a cached result does. */
const format = "1";

/** A cache of one JSON file a unit below a folder. Entries that cannot be read count as absent. */
export function folderCache(dir: string): BuildCache {
  const path = (key: string): string => join(dir, key.slice(0, 2), `${key}.json`);
  return {
    async read(key) {
      try {
        return JSON.parse(await readFile(path(key), "utf8")) as readonly BuiltObject[];
      } catch {
        return undefined;
      }
    },
    async write(key, objects) {
      const target = path(key);
      const written = `${target}.${randomUUID()}`;
      await mkdir(dirname(target), { recursive: true });
      await writeFile(written, JSON.stringify(objects));
      await rename(written, target);
    },
  };
}

/** The same cache, with what this process reads and writes at hand: equal builds are the very same objects. */
export function inMemory(cache: BuildCache): BuildCache {
  const known = new Map<string, readonly BuiltObject[]>();
  const keep = (key: string, objects: readonly BuiltObject[] | undefined): readonly BuiltObject[] | undefined => {
    if (objects !== undefined) known.set(key, objects);
    return objects;
  };
  return {
    read: async (key) => known.get(key) ?? keep(key, await cache.read(key)),
    write: (key, objects) => {
      keep(key, objects);
      return cache.write(key, objects);
    },
  };
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
    const content = [format, identity, ...unit.resources, "", ...unit.files.flatMap((path) => [path, hashOf(path)])];
    return createHash("sha256").update(content.join("\n")).digest("hex");
  };
}

/** Another binary at the same path is another tool. */
function toolIdentity(tool: string): string {
  const found = statSync(tool, { throwIfNoEntry: false });
  return found === undefined ? tool : `${found.size}:${found.mtimeMs}`;
}
