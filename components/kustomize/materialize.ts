import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Writes a tree of text files below a folder, which is created where it is missing. Many small files are written fastest one after another. */
export function materialize(files: ReadonlyMap<string, string>, dir: string): void {
  const made = new Set<string>();
  mkdirSync(dir, { recursive: true });
  for (const [path, content] of files) {
    const target = join(dir, path);
    if (relative(dir, target).startsWith("..")) throw new Error(`the path ${path} leaves the tree it belongs to`);
    const folder = dirname(target);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(target, content);
  }
}
