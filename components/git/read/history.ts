import { changesDigest, readTrailers } from "../../plan/report/trailers";
import type { OwnCommit } from "../../plan/report/trailers";
import { clusterOf } from "../../plan/paths/cluster-folders";
import type { ForeignEdit, WrittenFile } from "../../plan/head";
import type { GitSession } from "../session";
import { readLog, type LogOptions } from "./kept-log";

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
  readonly ours: OwnCommit | undefined;
}

/** A foreign change that later commits of ours found to be what they want, or decided about. */
interface Adoption {
  readonly blob: string | undefined;
  readonly by: readonly Commit[];
}

const noBlob = /^0+$/;

const options: LogOptions = {
  flags: ["--topo-order", "--raw", "--no-renames", "--no-abbrev"],
  format: "%T%x02%an <%ae>%x02%B",
};

/** Reads the whole history of a commit in one pass, the newest commit first. */
export async function readHistory(session: GitSession, revision: string): Promise<History> {
  const log = await readLog(session, revision, options);
  const history = {
    written: new Map<string, WrittenFile>(),
    edits: new Map<string, ForeignEdit>(),
    ages: new Map<string, number>(),
  };
  const adoptions = new Map<string, Adoption>();
  const newerOurs = new Map<string, Commit>();
  for (const { commit, changes } of commitsOf(log)) {
    history.ages.set(commit.id, history.ages.size);
    if (commit.ours !== undefined && !newerOurs.has(commit.ours.environment))
      newerOurs.set(commit.ours.environment, commit);
    for (const [path, blob] of changes) {
      if (commit.ours === undefined) {
        if (!history.edits.has(path)) history.edits.set(path, { author: commit.author, commit: commit.id });
        if (!adoptions.has(path)) adoptions.set(path, { blob, by: [...newerOurs.values()] });
      } else if (!history.written.has(path)) {
        const digest = commit.ours.seals[path];
        const own = { ...written(commit, commit.ours, blob), ...(digest === undefined ? {} : { digest }) };
        history.written.set(path, adopted(path, adoptions.get(path), commit.ours) ?? own);
      }
    }
  }
  return history;
}

function written({ id }: Commit, { environment, source }: OwnCommit, blob: string | undefined): WrittenFile {
  return { blob, environment, source, commit: id };
}

/**
 * A commit of ours is made only when no conflict is left. So an edit that is older than it, of a file that it answers for, is
 * one that the source has followed since, unless the commit says that it left the file to others.
 */
function adopted(path: string, adoption: Adoption | undefined, writer: OwnCommit): WrittenFile | undefined {
  const exclusive = clusterOf(path) !== undefined || path.endsWith(".sops.yaml");
  for (const commit of adoption?.by ?? []) {
    if (commit.ours === undefined || commit.ours.left.includes(path)) continue;
    if (!exclusive || commit.ours.environment === writer.environment)
      return written(commit, commit.ours, adoption?.blob);
  }
  return undefined;
}

/** Path → the blob that a commit left there; undefined where it removed the file. */
type Changes = ReadonlyMap<string, string | undefined>;

function* commitsOf(log: string): Generator<{ readonly commit: Commit; readonly changes: Changes }> {
  const tokens = log.split("\0").map((token) => token.replace(/^\n/, ""));
  let header: string | undefined;
  let changes = new Map<string, string | undefined>();
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? "";
    if (token.startsWith("\u0001")) {
      if (header !== undefined) yield { commit: parseCommit(header, changes), changes };
      header = token.slice(1);
      changes = new Map();
    } else if (token.startsWith(":")) {
      const blob = token.split(" ")[3] ?? "";
      changes.set(tokens[++index] ?? "", noBlob.test(blob) ? undefined : blob);
    }
  }
  if (header !== undefined) yield { commit: parseCommit(header, changes), changes };
}

/**
 * A commit is ours when it carries the trailers and still has the tree that they name, or, squashed or rebased onto other work, the very
 * changes: an amended one is somebody else's.
 */
function parseCommit(header: string, changes: Changes): Commit {
  const [id = "", , tree = "", author = "", message = ""] = header.split("\u0002");
  const claimed = readTrailers(message);
  const isOurs =
    claimed !== undefined &&
    (claimed.tree === tree || (claimed.changes !== undefined && claimed.changes === changesDigest(changes)));
  return { id, author, ours: isOurs ? claimed : undefined };
}
