import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import { found, type Canary } from "./canaries";

/** A file that holds credentials. */
export interface Holder {
  /** Relative to the folder that was searched. */
  readonly path: string;
  readonly kinds: readonly string[];
  /** Whether others than the owner can reach it. */
  readonly open: boolean;
}

/** Every regular file below a folder that holds a canary; compressed ones are unpacked, links are not followed. */
export function searchFiles(
  folder: string,
  canaries: readonly Canary[],
  skip: (path: string) => boolean,
): readonly Holder[] {
  return filesBelow(folder, folder, skip).flatMap((path) => {
    const kinds = found(canaries, contentOf(join(folder, path)));
    return kinds.length === 0 ? [] : [{ path, kinds, open: isOpen(folder, path) }];
  });
}

function filesBelow(root: string, folder: string, skip: (path: string) => boolean): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const full = join(folder, name);
    const path = relative(root, full);
    if (skip(path)) return [];
    const entry = lstatSync(full);
    if (entry.isDirectory()) return filesBelow(root, full, skip);
    return entry.isFile() ? [path] : [];
  });
}

function contentOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

/** A file is closed by its own mode, or by that of a folder above it. */
function isOpen(root: string, path: string): boolean {
  const parts = path.split("/");
  return parts.every((_, index) => (statSync(join(root, ...parts.slice(0, index + 1))).mode & 0o077) !== 0);
}

/** The kinds of the credentials that any object of a repository holds, reachable or not. */
export function searchObjects(repository: string, canaries: readonly Canary[]): readonly string[] {
  const args = ["--git-dir", repository, "cat-file", "--batch-all-objects", "--batch", "--unordered"];
  return found(canaries, execFileSync("git", args, { maxBuffer: 1 << 30 }));
}
