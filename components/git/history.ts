import type { ForeignEdit, WrittenFile } from "../plan/head";
import { trailers } from "../plan/report/commit-message";
import type { GitSession } from "./session";

/** Who last touched each path of a branch: this program's runs, and everybody else. */
export interface History {
  readonly written: ReadonlyMap<string, WrittenFile>;
  readonly edits: ReadonlyMap<string, ForeignEdit>;
  /** Commit → how many are newer. */
  readonly ages: ReadonlyMap<string, number>;
}

interface Commit {
  readonly id: string;
  readonly author: string;
  /** Undefined where the commit is not one of ours. */
  readonly ours: Omit<WrittenFile, "blob"> | undefined;
}

const noBlob = /^0+$/;
const trailer = (key: string): string => `%(trailers:key=${key},valueonly,separator=%x2C)`;
const format = [
  "%x01%H",
  "%T",
  "%an <%ae>",
  trailer(trailers.environment),
  trailer(trailers.source),
  trailer(trailers.clean),
  trailer(trailers.tree),
].join("%x02");

/** Reads the whole history of a commit in one pass, the newest commit first. */
export async function readHistory({ git }: GitSession, revision: string): Promise<History> {
  const log = await git.run([
    "log",
    "--topo-order",
    "--raw",
    "--no-renames",
    "--no-abbrev",
    "-z",
    `--format=${format}`,
    revision,
  ]);
  const written = new Map<string, WrittenFile>();
  const edits = new Map<string, ForeignEdit>();
  const ages = new Map<string, number>();
  for (const { commit, path, blob } of changes(log)) {
    if (path === undefined) ages.set(commit.id, ages.size);
    else if (commit.ours === undefined) {
      if (!edits.has(path)) edits.set(path, { author: commit.author, commit: commit.id });
    } else if (!written.has(path)) {
      written.set(path, { ...commit.ours, blob: noBlob.test(blob) ? undefined : blob });
    }
  }
  return { written, edits, ages };
}

interface Change {
  readonly commit: Commit;
  /** Undefined for the commit itself, which comes before its changes. */
  readonly path: string | undefined;
  /** Zeros where the path was deleted. */
  readonly blob: string;
}

function* changes(log: string): Generator<Change> {
  const tokens = log.split("\0");
  let commit: Commit | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = (tokens[index] ?? "").replace(/^\n/, "");
    if (token.startsWith("\u0001")) {
      commit = parseCommit(token.slice(1));
      yield { commit, path: undefined, blob: "" };
    }
    if (!token.startsWith(":") || commit === undefined) continue;
    const blob = token.split(" ")[3] ?? "";
    yield { commit, path: tokens[++index] ?? "", blob };
  }
}

/** A commit is ours when it carries the trailers and still has the tree that they name: an amended one is somebody else's. */
function parseCommit(header: string): Commit {
  const [id = "", tree = "", author = "", environment = "", revision = "", clean = "", claimed = ""] =
    header.split("\u0002");
  const ours = environment !== "" && claimed.trim() === tree;
  const source = { revision, clean: clean === "true" };
  return { id, author, ours: ours ? { environment, source, commit: id } : undefined };
}
