import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textFile, fileTree } from "../model/file-tree";
import type { FileTree, RenderedFile, SealedFile } from "../model/file-tree";

/** A tree in the form that a resource's inputs hold. */
export interface CommitFiles {
  /** Path → text. */
  readonly files: Readonly<Record<string, string>>;
  /** Path → SHA-256 of a text that is too large for the state; the text itself is in the state folder. */
  readonly large: Readonly<Record<string, string>>;
  readonly sealed: Readonly<Record<string, SealedFile>>;
}

/** Texts of so many characters and more stay out of the state. */
const largeSize = 64 * 1024;

/** Splits a tree for the resource's inputs, and hands large texts over by the state folder. */
export async function commitFiles(tree: FileTree, stateDir: string): Promise<CommitFiles> {
  const files: Record<string, string> = {};
  const large: Record<string, string> = {};
  const sealed: Record<string, SealedFile> = {};
  for (const [path, file] of tree) {
    if (file.kind === "sealed") sealed[path] = file;
    else if (file.content.length < largeSize) files[path] = file.content;
    else large[path] = await storeObject(file.content, stateDir);
  }
  await removeForgotten(join(stateDir, "objects"));
  return { files, large, sealed };
}

/** The tree that `commitFiles` split. */
export async function wantedTree({ files, large, sealed }: CommitFiles, stateDir: string): Promise<FileTree> {
  const texts = Object.entries(files).map(([path, content]): [string, RenderedFile] => [path, textFile(content)]);
  const loaded = Object.entries(large).map(async ([path, digest]): Promise<[string, RenderedFile]> => [
    path,
    textFile(await loadObject(digest, stateDir)),
  ]);
  return fileTree([...texts, ...(await Promise.all(loaded)), ...Object.entries(sealed)]);
}

/** Name of a text in the store. */
export function objectDigest(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

async function storeObject(content: string, stateDir: string): Promise<string> {
  const digest = objectDigest(content);
  const folder = join(stateDir, "objects");
  await mkdir(folder, { recursive: true });
  const partial = join(folder, `${digest}.${process.pid}`);
  await writeFile(partial, content);
  await rename(partial, join(folder, digest));
  return digest;
}

const daysKept = 7;

/** Every run stores the texts that it wants anew: one that no run has wanted for long is of no use, and neither is a draft. */
async function removeForgotten(folder: string): Promise<void> {
  const before = Date.now() - daysKept * 24 * 3600 * 1000;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats !== undefined && stats.mtimeMs < before) await rm(path, { force: true });
  }
}

async function loadObject(digest: string, stateDir: string): Promise<string> {
  const path = join(stateDir, "objects", digest);
  const content = await readFile(path, "utf8");
  if (objectDigest(content) !== digest) throw new Error(`${path} is damaged: remove it and run again`);
  return content;
}
