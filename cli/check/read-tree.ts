import { readdir, readFile } from "node:fs/promises";
import { join, posix, relative, sep } from "node:path";

/** Every file of a folder as text, by its path within it; Git's own folder is left out. */
export async function readTree(dir: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`${dir} cannot be read as a folder. Name one that holds a repository.`, { cause });
  });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join(posix.sep))
    .filter((path) => !path.startsWith(".git/"))
    .sort();
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(dir, path), "utf8")] as const)),
  );
}
