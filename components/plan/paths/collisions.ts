import type { Issue } from "../../model/issue";
import { foldersAbove } from "./cluster-folders";
import { issue } from "../conflicts";

/** Faults of the names that a commit would add to a tree: what Git, or a checkout on another file system, could not hold. */
export function findCollisions(added: Iterable<string>, tree: ReadonlySet<string>): readonly Issue[] {
  const folders = new Set([...tree].flatMap((path) => foldersAbove(path)));
  const folded = foldNames([...tree, ...folders]);
  return [...added].flatMap((path) => [
    ...unsafeName(path),
    ...(folders.has(path)
      ? [issue("file-and-folder", path, "is a file, and other files need a folder of this name")]
      : []),
    ...foldersAbove(path).flatMap((folder) =>
      tree.has(folder) ? [issue("file-and-folder", path, `needs a folder where the file ${folder} stands`)] : [],
    ),
    ...[path, ...foldersAbove(path)].flatMap((name) => caseTwins(path, name, folded)),
  ]);
}

function caseTwins(path: string, name: string, folded: ReadonlyMap<string, readonly string[]>): readonly Issue[] {
  const twins = (folded.get(fold(name)) ?? []).filter((other) => other !== name);
  return twins.map((twin) =>
    issue("name-case", path, `${name} and ${twin} differ only by case: a checkout on macOS or Windows would lose one`),
  );
}

function unsafeName(path: string): readonly Issue[] {
  const parts = path.split("/");
  const unsafe = parts.some((part) => part === "" || part === "." || part === ".." || fold(part) === ".git");
  return unsafe || path.includes("\0") ? [issue("unsafe-path", path, "is no path that Git can hold")] : [];
}

function foldNames(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const folded = new Map<string, string[]>();
  for (const name of names) {
    const key = fold(name);
    const twins = folded.get(key);
    if (twins === undefined) folded.set(key, [name]);
    else twins.push(name);
  }
  return folded;
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
