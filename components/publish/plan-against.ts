import type { RemoteRead, RemoteState } from "../git/remote-state";
import { relateSources } from "../git/source";
import type { SealedFile } from "../model/file-tree";
import { blobId } from "../plan/head";
import type { WrittenFile } from "../plan/head";
import { isNeededContent } from "../plan/paths/held-paths";
import { planCommit } from "../plan/plan";
import type { Plan } from "../plan/plan-types";
import { applicableRecord, withRecorded } from "./record/applicable";
import type { Wanted } from "./wanted";

/** Plans one commit on what the repository holds. */
export async function planAgainst(remote: RemoteRead, wanted: Wanted): Promise<Plan> {
  const { access, environment, environments, tree, pending, source } = wanted;
  const paths = new Set(tree.keys());
  const { recorded, finding } = applicableRecord(remote, wanted);
  const written = withRecorded(remote, { recorded, environment });
  const contents = await remote.read([
    ...[...(remote.head?.files.keys() ?? [])].filter((path) => isNeededContent(path, environment, paths)),
    ...foreignPaths(remote, written, tree),
  ]);
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
    findings: finding === undefined ? [] : [finding],
  });
}

/** Wanted files that stand as somebody else wrote them. */
function foreignPaths(
  { head }: RemoteRead,
  written: ReadonlyMap<string, WrittenFile>,
  tree: Wanted["tree"],
): readonly string[] {
  return [...tree].flatMap(([path, file]) => {
    const blob = head?.files.get(path);
    return file.kind === "text" && blob !== undefined && blob !== written.get(path)?.blob ? [path] : [];
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
 * Source revisions of files that stand where this run wants something else: of other environments' files all, and of the environment's own
 * the one that its last run was made from.
 */
function disputedRevisions(
  { head, ages }: RemoteRead,
  written: ReadonlyMap<string, WrittenFile>,
  { environment, tree }: Wanted,
): ReadonlySet<string> {
  const revisions = new Set<string>();
  let last: WrittenFile | undefined;
  const ageOf = ({ commit }: WrittenFile): number => ages.get(commit) ?? Infinity;
  for (const [path, file] of written) {
    if (file.blob === undefined || head?.files.get(path) !== file.blob) continue;
    const wanted = tree.get(path);
    const equal = wanted?.kind === "text" && blobId(wanted.content) === file.blob;
    if (equal) continue;
    if (file.environment !== environment) revisions.add(file.source.revision);
    else if (last === undefined || ageOf(file) < ageOf(last)) last = file;
  }
  return last === undefined ? revisions : revisions.add(last.source.revision);
}
