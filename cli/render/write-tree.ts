import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { assertNoIssues, type Issue } from "../../components/model/issue";
import type { RenderRecord } from "./render-record";

/** What a write did to the folder. */
export interface WriteOutcome {
  readonly written: number;
  readonly unchanged: number;
  readonly deleted: readonly string[];
}

/** What is known of the folder, and whether what others wrote may be lost. */
export interface WriteOptions {
  readonly record: RenderRecord | undefined;
  readonly force: boolean;
}

/** Digest of a file's text, as records keep it. */
export function textDigest(text: string | Buffer): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Makes a folder hold the files, and deletes what the recorded render wrote and the tree no longer has. Files of others stay.
 * @throws IssuesError when that would overwrite or delete what no render wrote, unless forced; nothing is written then.
 */
export function writeTree(
  out: string,
  files: ReadonlyMap<string, string>,
  { record, force }: WriteOptions,
): WriteOutcome {
  const entries = entriesOf(out);
  assertNoIssues(linksInTheWay(out, entries, files.keys()));
  const present = digestsOf(out, entries);
  if (!force)
    assertNoIssues(
      record === undefined ? issuesOfForeign(out, present) : issuesOfEdits(out, { files, record, present }),
    );
  const changed = [...files].filter(([path, text]) => !present.has(path) || present.get(path) !== textDigest(text));
  const stale = Object.entries(record ?? {}).filter(
    ([path, digest]) => !files.has(path) && present.get(path) === digest,
  );
  for (const folder of new Set(changed.map(([path]) => dirname(path))))
    mkdirSync(join(out, folder), { recursive: true });
  for (const [path, text] of changed) writeFileSync(`${out}/${path}`, text);
  for (const [path] of stale) remove(out, path);
  return { written: changed.length, unchanged: files.size - changed.length, deleted: stale.map(([path]) => path) };
}

function issuesOfForeign(out: string, present: Digests): readonly Issue[] {
  const [foreign] = present.keys();
  if (foreign === undefined) return [];
  const message = `the folder holds files that no render wrote, such as ${foreign}. Name an empty folder, or pass --force to write beside and over them.`;
  return [{ code: "folder-in-use", path: out, message }];
}

interface Known {
  readonly files: ReadonlyMap<string, string>;
  readonly record: RenderRecord;
  readonly present: Digests;
}

function issuesOfEdits(out: string, { files, record, present }: Known): readonly Issue[] {
  const edited = [...present].filter(([path, digest]) => {
    const text = files.get(path);
    const ours = record[path] === digest || (text !== undefined && textDigest(text) === digest);
    return !ours && (text !== undefined || record[path] !== undefined);
  });
  const message = "the file was edited since it was rendered. Move the edit to stacks/, or pass --force to lose it.";
  return edited.map(([path]) => ({ code: "edited-file", path: join(out, path), message }));
}

type Digests = ReadonlyMap<string, string>;

interface Entry {
  readonly path: string;
  readonly isLink: boolean;
}

/** Every file and link below a folder, whoever made it; Git's own are none of a tree. */
function entriesOf(out: string): readonly Entry[] {
  if (!existsSync(out)) return [];
  return readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ path: relative(out, join(entry.parentPath, entry.name)), isLink: entry.isSymbolicLink() }))
    .filter(({ path }) => !path.startsWith(".git/"));
}

/** A symbolic link in the place of a file or folder of the tree would lead the write out of the folder. */
function linksInTheWay(out: string, entries: readonly Entry[], files: Iterable<string>): readonly Issue[] {
  const links = entries.filter(({ isLink }) => isLink);
  if (links.length === 0) return [];
  const places = new Set<string>();
  for (const path of files) for (let place = path; place !== "."; place = dirname(place)) places.add(place);
  const message = "is a symbolic link, and what is rendered is not written through it. Remove the link.";
  return links
    .filter(({ path }) => places.has(path))
    .map(({ path }) => ({ code: "link-in-the-way", path: join(out, path), message }));
}

/** Path → digest of every file, of a link by where it leads. */
function digestsOf(out: string, entries: readonly Entry[]): Digests {
  const contents = entries.map(({ path, isLink }) => {
    const file = join(out, path);
    return [path, textDigest(isLink ? `link to ${readlinkSync(file)}` : readFileSync(file))] as const;
  });
  return new Map(contents.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Deletes a file and the folders that it leaves empty. */
function remove(out: string, path: string): void {
  rmSync(join(out, path));
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    if (readdirSync(join(out, folder)).length > 0) return;
    rmdirSync(join(out, folder));
  }
}
