import { lstat, mkdir, readFile, rename, rmdir, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertNoIssues, type Issue } from "../../model/issue";
import { blobId } from "../../plan/head";

/** What of a folder one run may replace. */
export interface Worktree {
  /** Absolute; made when it does not exist. */
  readonly folder: string;
  readonly deletes: Iterable<string>;
  /** Blob ids of what may be replaced or removed at a path: what the branch holds, and what earlier runs wrote. */
  readonly replaceable: (path: string) => readonly (string | undefined)[];
}

/** What one run leaves in a folder for people to commit. */
export interface WorktreeChange extends Worktree {
  /** Path → text of every generated file. */
  readonly files: ReadonlyMap<string, string>;
}

/** Writes and removes files, or, where a person has uncommitted edits in the way, nothing at all. @throws IssuesError */
export async function writeWorktree({ files, ...worktree }: WorktreeChange): Promise<void> {
  const { folder } = worktree;
  const blobs = new Map([...files].map(([path, text]) => [path, blobId(text)]));
  const { issues, writes, removals } = await judgeWorktree(worktree, blobs);
  assertNoIssues(issues);
  for (const path of removals) await remove(folder, path);
  for (const path of writes) await write(join(folder, path), files.get(path) ?? "");
}

/** What a run would do to a folder, and what of it stands in the way. */
export interface WorktreeVerdict {
  readonly issues: readonly Issue[];
  readonly writes: readonly string[];
  readonly removals: readonly string[];
}

/** Compares a folder with the blob ids that its files are to have; undefined where only the update knows that of a file. */
export async function judgeWorktree(
  { folder, deletes, replaceable }: Worktree,
  wanted: ReadonlyMap<string, string | undefined>,
): Promise<WorktreeVerdict> {
  const issues: Issue[] = [];
  const writes: string[] = [];
  const removals: string[] = [];
  const judge = async (path: string, blob: string | undefined, into: string[]): Promise<void> => {
    const local = await readLocal(folder, path);
    if (local.kind === "blocked") return void issues.push(blocked(folder, path, local.by));
    if (local.blob === blob) return;
    if (local.blob !== undefined && !replaceable(path).includes(local.blob))
      return void issues.push(edited(folder, path));
    into.push(path);
  };
  for (const [path, blob] of wanted) await judge(path, blob, writes);
  for (const path of deletes) await judge(path, undefined, removals);
  return { issues, writes, removals };
}

type Local = { readonly kind: "read"; readonly blob: string | undefined } | { readonly kind: "blocked"; by: string };

/** A link or a file in the place of a folder would lead a write elsewhere. */
async function readLocal(folder: string, path: string): Promise<Local> {
  const parts = path.split("/");
  for (let length = 1; length <= parts.length; length++) {
    const part = parts.slice(0, length).join("/");
    const stats = await lstat(join(folder, part)).catch(absent);
    if (stats === undefined) return { kind: "read", blob: undefined };
    const fits = length === parts.length ? stats.isFile() : stats.isDirectory();
    if (!fits) return { kind: "blocked", by: part };
  }
  return { kind: "read", blob: blobId(await readFile(join(folder, path), "utf8")) };
}

function absent(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, text);
  await rename(partial, file);
}

/** Removes a file, and the folders that it leaves empty. */
async function remove(folder: string, path: string): Promise<void> {
  await unlink(join(folder, path));
  const parts = path.split("/").slice(0, -1);
  for (; parts.length > 0; parts.pop()) {
    const emptied = await rmdir(join(folder, ...parts)).then(
      () => true,
      () => false,
    );
    if (!emptied) return;
  }
}

function edited(folder: string, path: string): Issue {
  const message = `${join(folder, path)} is neither what the branch holds nor what an earlier run wrote: bring that folder up to date with \`git pull\`, and commit or undo your edits there`;
  return { code: "edited-worktree", path, message };
}

function blocked(folder: string, path: string, by: string): Issue {
  const message = `${join(folder, by)} is a link, or no file or folder where one has to be: remove it`;
  return { code: "blocked-worktree", path, message };
}
