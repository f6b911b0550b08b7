import type { RemoteRead } from "../git/remote-state";
import { sealedPlaceholder } from "../manifests/sealed-placeholder";
import type { FileTree } from "../model/file-tree";
import { blobId, type Head } from "../plan/head";
import type { Plan } from "../plan/plan-types";
import { plannedBlobs, sealMark } from "../preview/files";
import type { Position, TreeState } from "../preview/preview";
import { outdatedSeals } from "../preview/sealed-shapes";
import { plannedTexts } from "../publish/plan-against";

/** The states of the monorepo that a run is about. */
export interface RunTrees {
  /** Where what the environment follows stands. */
  readonly from: Position;
  /** What the environment's cluster runs now. */
  readonly followed: TreeState;
  /** The branch. */
  readonly head: TreeState;
  /** The branch after the commit. */
  readonly planned: TreeState;
}

/** The tree that a run renders, and for whom. */
interface Rendered {
  readonly environment: string;
  readonly tree: FileTree;
}

const nothing: TreeState = { texts: new Map(), blobs: new Map() };

/** Reads both refs whole, and puts the plan on top of the branch; a sealed file stands as a placeholder until the commit encrypts it. */
export async function treesOf(remote: RemoteRead, plan: Plan, { environment, tree }: Rendered): Promise<RunTrees> {
  const head = await stateOf(remote.head, (paths) => remote.read(paths));
  const followed =
    remote.followed === remote.head ? head : await stateOf(remote.followed, (paths) => remote.readFollowed(paths));
  const texts = new Map(await plannedTexts(plan, withTexts(remote, head), (_path, file) => sealedPlaceholder(file)));
  const blobs = new Map(plannedBlobs(plan));
  for (const [path, file] of outdatedSeals(tree, environment, texts)) {
    texts.set(path, sealedPlaceholder(file));
    blobs.set(path, sealMark(file));
  }
  const from: Position =
    remote.followed === undefined ? { kind: "absent" } : { kind: "at", revision: remote.followed.revision };
  return { from, followed, head, planned: { texts, blobs } };
}

/** Without a repository to read, everything is new. */
export function treesAlone(tree: FileTree, from: Position): RunTrees {
  const texts = new Map(
    [...tree].map(([path, file]) => [path, file.kind === "text" ? file.content : sealedPlaceholder(file)]),
  );
  const blobs = new Map(
    [...tree].map(([path, file]) => [path, file.kind === "text" ? blobId(file.content) : sealMark(file)]),
  );
  return { from, followed: nothing, head: nothing, planned: { texts, blobs } };
}

type Read = (paths: Iterable<string>) => Promise<ReadonlyMap<string, string>>;

async function stateOf(head: Head | undefined, read: Read): Promise<TreeState> {
  return head === undefined ? nothing : { texts: await read(head.files.keys()), blobs: head.files };
}

/** The remote, with the branch's texts at hand. */
function withTexts(remote: RemoteRead, { texts }: TreeState): RemoteRead {
  const pick: Read = (paths) =>
    Promise.resolve(
      new Map([...paths].flatMap((path) => (texts.has(path) ? [[path, texts.get(path) ?? ""] as const] : []))),
    );
  return { ...remote, read: pick };
}
