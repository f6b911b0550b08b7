import type { RemoteRead, RemoteState } from "../git/remote-state";
import { relateSources } from "../git/source";
import type { SealedFile } from "../model/file-tree";
import { blobId } from "../plan/head";
import type { WrittenFile } from "../plan/head";
import { isNeededContent } from "../plan/paths/held-paths";
import { planCommit } from "../plan/plan";
import type { Plan } from "../plan/plan-types";
import type { Wanted } from "./wanted";

/** Plans one commit on what the repository holds. */
export async function planAgainst(remote: RemoteRead, wanted: Wanted): Promise<Plan> {
  const { access, environment, environments, tree, pending, source, recorded } = wanted;
  const paths = new Set(tree.keys());
  const written = withRecorded(remote, wanted);
  const contents = await remote.read(
    [...(remote.head?.files.keys() ?? [])].filter((path) => isNeededContent(path, environment, paths)),
  );
  return planCommit({
    environment,
    environments,
    tree,
    head: remote.head,
    written,
    edits: remote.edits,
    followed:
      access.followedRef === access.branch
        ? undefined
        : { ref: access.followedRef, head: remote.followed, contained: remote.followedContained },
    contents,
    pending,
    digests: wanted.digests ?? new Map(),
    recordedSeals: recorded?.seals ?? new Map(),
    source,
    relations: await relateSources(wanted.projectDir, source.revision, disputedRevisions(remote, written, wanted)),
    allowUnclean: wanted.allowUnclean ?? false,
    resolutions: wanted.resolutions ?? {},
  });
}

/** Sealed files of other environments that the branch lacks: the tree is rendered without them. Path → environment. */
export function pendingSeals(
  remote: RemoteState,
  environment: string,
  sealed: Iterable<readonly [string, Pick<SealedFile, "environment">]>,
): ReadonlyMap<string, string> {
  const head = remote.kind === "read" ? remote.head : undefined;
  const others = [...sealed].filter(
    ([path, file]) => file.environment !== environment && head?.files.has(path) !== true,
  );
  return new Map(others.map(([path, file]) => [path, file.environment]));
}

/** The whole tree as it would be after the commit, as text; `placeholder` stands for what only the update encrypts. */
export async function plannedTexts(
  plan: Plan,
  remote: RemoteRead,
  placeholder: (path: string, file: SealedFile) => string,
): Promise<ReadonlyMap<string, string>> {
  const fromHead = await remote.read([...plan.tree].flatMap(([path, file]) => (file.kind === "head" ? [path] : [])));
  const texts = new Map<string, string>();
  for (const [path, file] of plan.tree) {
    const text =
      file.kind === "text" ? file.content : file.kind === "sealed" ? placeholder(path, file.file) : fromHead.get(path);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}

/**
 * The history, where the stack's own record does not know better: of a path whose history was rewritten, of a person's edit that a
 * later run found to be what it wants, and of files that a run left to people and they have committed.
 */
function withRecorded(remote: RemoteRead, { recorded, environment }: Wanted): ReadonlyMap<string, WrittenFile> {
  if (recorded === undefined) return remote.written;
  const all = new Map(remote.written);
  const recordAge = remote.ages.get(recorded.head);
  for (const [path, blob] of recorded.written) {
    const written = remote.written.get(path);
    const age = written === undefined ? Infinity : remote.ages.get(written.commit);
    const adopted = written?.blob !== blob && age !== undefined && recordAge !== undefined && age >= recordAge;
    if (written === undefined || adopted) {
      all.set(path, { blob, environment, source: recorded.source, commit: recorded.head });
    }
  }
  for (const [path, blobs] of recorded.handed ?? []) {
    const blob = remote.head?.files.get(path);
    const known = all.get(path)?.blob;
    const ours = blob !== undefined && blobs.includes(blob) ? blob : known === undefined ? blobs.at(-1) : known;
    if (blob === undefined || ours === undefined || ours === known) continue;
    all.set(path, { blob: ours, environment, source: recorded.source, commit: remote.head?.revision ?? "" });
  }
  return all;
}

/** Source revisions of other environments' files that stand where this run wants something else. */
function disputedRevisions(
  { head }: RemoteRead,
  written: ReadonlyMap<string, WrittenFile>,
  { environment, tree }: Wanted,
): ReadonlySet<string> {
  const revisions = new Set<string>();
  for (const [path, file] of written) {
    if (file.environment === environment || file.blob === undefined || head?.files.get(path) !== file.blob) continue;
    const wanted = tree.get(path);
    const equal = wanted?.kind === "text" && blobId(wanted.content) === file.blob;
    if (!equal) revisions.add(file.source.revision);
  }
  return revisions;
}
