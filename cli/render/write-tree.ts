import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
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
  assertNoIssues(linksInTheWay(out, files.keys()));
  const present = digestsOf(out);
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

/** A symbolic link in the place of a file or folder of the tree would lead the write out of the folder. */
function linksInTheWay(out: string, paths: Iterable<string>): readonly Issue[] {
  const places = new Set<string>();
  for (const path of paths) for (let place = path; place !== "."; place = dirname(place)) places.add(place);
  return [...places]
    .filter((place) => isLink(join(out, place)))
    .map((place) => {
      const message = "is a symbolic link, and what is rendered is not written through it. Remove the link.";
      return { code: "link-in-the-way", path: join(out, place), message };
    });
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Path → digest of every file below a folder, of a link by where it leads; Git's own are none of a tree. */
function digestsOf(out: string): Digests {
  if (!existsSync(out)) return new Map();
  const entries = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const paths = entries
    .map((entry) => relative(out, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(".git/"));
  return new Map(paths.sort().map((path) => [path, textDigest(contentOf(join(out, path)))]));
}

function contentOf(path: string): Buffer | string {
  return isLink(path) ? `link to ${readlinkSync(path)}` : readFileSync(path);
}

/** Deletes a file and the folders that it leaves empty. */
function remove(out: string, path: string): void {
  rmSync(join(out, path));
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    if (readdirSync(join(out, folder)).length > 0) return;
    rmdirSync(join(out, folder));
  }
}
