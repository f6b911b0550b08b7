import { createHash } from "node:crypto";

/** What one ref of the monorepo's remote points at. */
export interface Head {
  /** The commit's id. */
  readonly revision: string;
  /** Path → blob id of every file of that commit. */
  readonly files: ReadonlyMap<string, string>;
  /** Those of them that are symbolic links: Flux leaves them out of what it builds from. @default none */
  readonly links?: ReadonlySet<string>;
}

/** The source that a run of this program was made from. */
export interface Source {
  /** Commit of the program's checkout, or `unknown` outside Git. */
  readonly revision: string;
  /** False when the checkout holds changes that no commit has. */
  readonly clean: boolean;
}

/** How the program last left a path of the branch, as its commits' trailers tell. */
export interface WrittenFile {
  /** Blob id; undefined where the program deleted the file. */
  readonly blob: string | undefined;
  readonly environment: string;
  readonly source: Source;
  /** Keyed digest of what a sealed file was sealed from. */
  readonly digest?: string;
  /** The commit that wrote it. */
  readonly commit: string;
}

/** The last commit of somebody else that touched a path. */
export interface ForeignEdit {
  /** `Name <address>`. */
  readonly author: string;
  readonly commit: string;
}

/** How a source revision stands to the one that runs now. */
export type SourceRelation = "same" | "ancestor" | "newer" | "unrelated";

/** The id that Git gives a file of this content. */
export function blobId(content: string | Buffer): string {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
