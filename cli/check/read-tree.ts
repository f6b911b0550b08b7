import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";

/**
 * Every file of a folder as text, by its path within it; Git's own folder is left out, and so is every symbolic link, as the artifact that Flux
 * builds from has none.
 */
export async function readTree(dir: string): Promise<ReadonlyMap<string, string>> {
  const paths = await pathsIn(dir, (entry) => entry.isFile());
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(dir, path), "utf8")] as const)),
  );
}

/** Paths of the symbolic links of a folder that a manifest, or a folder of them, may be meant to stand behind. */
export async function manifestLinks(dir: string): Promise<readonly string[]> {
  const paths = await pathsIn(dir, (entry) => entry.isSymbolicLink());
  return paths.filter((path) => !path.startsWith(".") && (/\.(ya?ml|json)$/.test(path) || !/[^/]\.[^/]+$/.test(path)));
}

async function pathsIn(dir: string, isWanted: (entry: Dirent) => boolean): Promise<readonly string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`${dir} cannot be read as a folder. Name one that holds a repository.`, { cause });
  });
  return entries
    .filter(isWanted)
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join(posix.sep))
    .filter((path) => !path.startsWith(".git/"))
    .sort();
}
