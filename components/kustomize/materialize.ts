import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Writes a tree of text files below a folder, which is created where it is missing. */
export async function materialize(files: ReadonlyMap<string, string>, dir: string): Promise<void> {
  const made = new Map<string, Promise<unknown>>();
  await mkdir(dir, { recursive: true });
  for (const [path, content] of files) {
    const target = join(dir, path);
    if (relative(dir, target).startsWith("..")) throw new Error(`the path ${path} leaves the tree it belongs to`);
    const folder = dirname(target);
    if (!made.has(folder)) made.set(folder, mkdir(folder, { recursive: true }));
    await made.get(folder);
    await writeFile(target, content);
  }
}
