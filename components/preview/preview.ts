import type { TextFiles } from "../kustomize/tree/files";
import { type FolderBuilder, collectLayers } from "../validation/collect";
import type { GateLayer } from "../validation/gate-input";
import { loadExpressions } from "../validation/schema/cel/expressions";
import { hasTransitions } from "../validation/schema/cel/transitions";
import { customKinds } from "../validation/schema/custom-kinds";
import { allowances } from "./allowance";
import type { EnvironmentChanges, Reach } from "./changes";
import { appliedLayers } from "./cluster/applied";
import { environmentChanges } from "./cluster/environment-changes";
import { followsOf } from "./cluster/follows";
import { planDigests, type PlanDigests } from "./digests";
import type { LivePart } from "./live/live-changes";
import { fileChanges, plannedWrites, type Blobs, type FileChanges, type PlannedWrite } from "./files";

/** One state of the monorepo. */
export interface TreeState {
  /** Path → text of every file. */
  readonly texts: TextFiles;
  readonly blobs: Blobs;
}

/** Where what a cluster follows stands: at a commit, or nowhere, because it does not exist yet or could not be read. */
export type Position =
  { readonly kind: "at"; readonly revision: string } | { readonly kind: "absent" } | { readonly kind: "unread" };

/** What a preview follows from. */
export interface PreviewInput {
  readonly environment: string;
  /** Branch that the commit goes to. */
  readonly branch: string;
  /** What the environment's cluster follows: that branch, or a ref of its own. */
  readonly follows: string;
  readonly from: Position;
  /** What the environment's cluster runs now. */
  readonly followed: TreeState;
  /** The branch. */
  readonly head: TreeState;
  /** The branch after the commit. */
  readonly planned: TreeState;
  readonly allowPrune: readonly string[];
  readonly build: FolderBuilder;
}

/** All that a run would do, from Git to Git. */
export interface Preview {
  readonly environment: string;
  readonly branch: string;
  readonly follows: string;
  readonly from: Position;
  /** Between what the cluster follows now and what it follows afterwards. */
  readonly files: FileChanges;
  /** What of it the commit writes; the rest is on the branch already. */
  readonly writes: readonly PlannedWrite[];
  /** The environment itself first, then the others that the commit changes. */
  readonly environments: readonly EnvironmentChanges[];
  readonly digests: PlanDigests;
  /** What the live objects add to all of that; absent where nobody looked. */
  readonly live?: LivePart;
}

/** What an environment's cluster applies, before and after. */
export interface OwnLayers {
  readonly before: readonly GateLayer[];
  readonly after: readonly GateLayer[];
}

/** Compares, for every cluster, what it runs with what it would run. */
export async function previewChanges(input: PreviewInput): Promise<Preview> {
  const { environment, branch, follows, from, followed, head, planned } = input;
  const files = fileChanges(followed.blobs, planned.blobs);
  const writes = plannedWrites(head.blobs, planned.blobs);
  const own = (await changesBetween([followed, planned], [environment], input))[0];
  const others = writes.length === 0 ? [] : await changesBetween([head, planned], othersOf(input), input);
  const environments = [...(own === undefined ? [] : [own]), ...others.filter(isChanged)];
  const reached = environments.filter(({ reach }) => reach.kind !== "release");
  return { environment, branch, follows, from, files, writes, environments, digests: planDigests(writes, reached) };
}

/** Builds what the environment's own cluster applies. */
export async function ownLayers({ environment, followed, planned, build }: PreviewInput): Promise<OwnLayers> {
  const layers = async (state: TreeState): Promise<readonly GateLayer[]> =>
    (await layersOf(state, [environment], build)).get(environment) ?? [];
  const before = await layers(followed);
  return { before, after: isSame(followed, planned) ? before : await layers(planned) };
}

/** Whether anything at all becomes of a cluster. */
export function isChanged({ pruned, changed, created, moved, left, unknown }: EnvironmentChanges): boolean {
  return [pruned, changed, created, moved, left, unknown].some((list) => list.length > 0);
}

/** Whether a run would neither write a file nor change a cluster. */
export function isIdle({ files, writes, environments }: Preview): boolean {
  const differing = files.added.length + files.changed.length + files.removed.length;
  return differing + writes.length === 0 && !environments.some(isChanged);
}

function othersOf({ environment, head, planned }: PreviewInput): readonly string[] {
  const names = [...head.texts.keys(), ...planned.texts.keys()].flatMap((path) => clusterOf(path) ?? []);
  return [...new Set(names)].filter((name) => name !== environment).sort();
}

function clusterOf(path: string): string | undefined {
  return /^clusters\/([^/]+)\/.*\.ya?ml$/.exec(path)?.[1];
}

async function changesBetween(
  [before, after]: readonly [TreeState, TreeState],
  names: readonly string[],
  input: PreviewInput,
): Promise<readonly EnvironmentChanges[]> {
  const same = isSame(before, after);
  const old = same ? new Map<string, readonly GateLayer[]>() : await layersOf(before, names, input.build);
  const young = same ? old : await layersOf(after, names, input.build);
  const evaluate = same || ![...young.values()].some(ruleChanges) ? undefined : await loadExpressions();
  return names.map((name) => {
    const [from, to] = [old.get(name) ?? [], young.get(name) ?? []];
    return environmentChanges({
      ...(evaluate === undefined ? {} : { evaluate }),
      environment: name,
      reach: reachOf(name, to, input),
      before: appliedLayers(from),
      after: appliedLayers(to),
      isAllowed: allowances(input.allowPrune, name === input.environment ? undefined : name),
    });
  });
}

/** Whether a definition has rules about changes. */
function ruleChanges(layers: readonly GateLayer[]): boolean {
  return layers.some(({ build }) =>
    build.objects.some(({ object }) => customKinds(object).some(({ schema }) => schema && hasTransitions(schema))),
  );
}

function isSame(before: TreeState, after: TreeState): boolean {
  return (
    before.blobs.size === after.blobs.size && [...before.blobs].every(([path, blob]) => after.blobs.get(path) === blob)
  );
}

async function layersOf(
  { texts }: TreeState,
  names: readonly string[],
  build: FolderBuilder,
): Promise<ReadonlyMap<string, readonly GateLayer[]>> {
  const clusters = new Set([...texts.keys()].flatMap((path) => clusterOf(path) ?? []));
  const present = names.filter((name) => clusters.has(name));
  const found = await collectLayers(texts, present, build);
  return new Map(present.map((name, index) => [name, found[index] ?? []]));
}

function reachOf(name: string, layers: readonly GateLayer[], { environment, branch }: PreviewInput): Reach {
  if (name === environment) return { kind: "update" };
  const follows = followsOf(layers);
  if (follows?.kind === "branch" && follows.branch === branch) return { kind: "push" };
  return {
    kind: "release",
    follows: follows === undefined ? "nothing yet" : follows.kind === "branch" ? follows.branch : follows.what,
  };
}
