import type { SealedSecret } from "./sealed-secret";

/** A generated file whose bytes follow from the source alone. */
export interface TextFile {
  readonly kind: "text";
  readonly content: string;
}

/** A Secret that is encrypted only when it is committed, by the run of the environment that owns its values. */
export interface SealedFile {
  readonly kind: "sealed";
  readonly environment: string;
  readonly secret: SealedSecret;
  /** Public age recipients (`age1…`) that can decrypt it. */
  readonly recipients: readonly string[];
}

/** One file of the generated monorepo. */
export type RenderedFile = TextFile | SealedFile;

/** The generated monorepo: path → file, in the order of the paths' code units. */
export type FileTree = ReadonlyMap<string, RenderedFile>;

/** Builds a tree in path order; a path given twice is a fault of this program and throws. */
export function fileTree(entries: Iterable<readonly [string, RenderedFile]>): FileTree {
  const files = new Map<string, RenderedFile>();
  for (const [path, file] of entries) {
    if (files.has(path)) throw new Error(`two generated files share the path ${path}`);
    files.set(path, file);
  }
  const tree = new Map<string, RenderedFile>();
  for (const path of [...files.keys()].sort()) tree.set(path, files.get(path) as RenderedFile);
  return tree;
}

/** Shorthand for a file of plain text. */
export function textFile(content: string): TextFile {
  return { kind: "text", content };
}
