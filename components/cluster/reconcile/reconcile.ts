import type { ClusterClient } from "../client";
import { ClusterError } from "../errors";
import { generatorRef, kustomizationRef, sourceRef } from "../flux-kinds";
import { byArtifact, byArtifacts, byCommit } from "./arrival";
import { departed } from "./departure";
import { follow, type Pace, type Watch } from "./follow";
import { judgeArtifact, judgeGenerator, judgeKustomization, judgeSource } from "./verdict";

/** A Kustomization and the names of those it waits for. */
export interface LayerRef {
  readonly name: string;
  readonly dependsOn: readonly string[];
  /** Name of the artifact of its own that it applies. @default it applies the followed source */
  readonly artifact?: string;
}

/** A source of source-controller beside the controllers. */
export interface SourceRef {
  readonly kind: string;
  readonly name: string;
}

/** What has to arrive in the cluster. */
export interface ReconcileInput {
  readonly client: ClusterClient;
  /** The commit that was pushed. */
  readonly commit: string;
  /** What the root Kustomization, and each layer without an artifact of its own, follows. */
  readonly source: SourceRef;
  /** Name of the root Kustomization. */
  readonly root: string;
  readonly layers: readonly LayerRef[];
  /** Names of layers that the commit no longer has. @default [] */
  readonly leaving?: readonly string[];
  readonly contains: (candidate: string) => Promise<boolean>;
  readonly timeoutMilliseconds: number;
  /** Has each object reconciled again, even where it is ready at the commit. @default false */
  readonly anew?: boolean;
  /** @default three times a second; 3 s between tries, 15 s where a CI publishes */
  readonly pace?: Pace;
}

/** Kustomization → the revision it is ready at. */
export type Reconciled = Readonly<Record<string, string>>;

/**
 * Has Flux fetch the commit and apply it: the source, the root, what makes artifacts of it, then each layer after those it depends on. Ends when each is
 * ready at the commit or a descendant of it. @throws ClusterError with Flux's own message as soon as one cannot.
 */
export async function reconcile(input: ReconcileInput): Promise<Reconciled> {
  const failed = new AbortController();
  const deadline = AbortSignal.timeout(input.timeoutMilliseconds);
  const watch: Watch = {
    client: input.client,
    commit: input.commit,
    contains: remembered(input.contains),
    signal: AbortSignal.any([failed.signal, deadline]),
    progress: new Map(),
    anew: input.anew ?? false,
    pace: input.pace ?? { poll: 300, retry: 3_000, publish: 15_000, patience: 2_000 },
  };
  try {
    const reconciled = await followAll(watch, input);
    const { leaving = [] } = input;
    if (leaving.length === 0) return reconciled;
    // A renamed layer may have been the last to apply what its successor holds.
    await departed(watch, leaving);
    return await followAll({ ...watch, anew: true }, input);
  } catch (error) {
    throw deadline.aborted && !(error instanceof ClusterError) ? timedOut(input, watch.progress) : error;
  } finally {
    failed.abort();
  }
}

async function followAll(watch: Watch, { source, root, layers }: ReconcileInput): Promise<Reconciled> {
  await followSource(watch, source);
  const revision = await followKustomization(watch, root);
  const artifacts = layers.flatMap(({ artifact }) => (artifact === undefined ? [] : [artifact]));
  if (artifacts.length > 0) await followGenerator(watch, artifacts);
  return { [root]: revision, ...(await followLayers(watch, layers)) };
}

function followSource(watch: Watch, { kind, name }: SourceRef): Promise<string> {
  const judge = kind === "OCIRepository" ? judgeArtifact : judgeSource;
  return follow(watch, { ref: sourceRef(kind, name), judge, arrival: byCommit, startsItself: false });
}

function followKustomization(watch: Watch, name: string, artifact?: string): Promise<string> {
  const arrival = artifact === undefined ? byCommit : byArtifact(artifact);
  return follow(watch, { ref: kustomizationRef(name), judge: judgeKustomization, arrival, startsItself: true });
}

function followGenerator(watch: Watch, artifacts: readonly string[]): Promise<string> {
  const arrival = byArtifacts(artifacts);
  return follow(watch, { ref: generatorRef, judge: judgeGenerator, arrival, startsItself: true });
}

async function followLayers(watch: Watch, layers: readonly LayerRef[]): Promise<Reconciled> {
  const started = new Map<string, Promise<string>>();
  const start = (layer: LayerRef): Promise<string> => {
    const running = started.get(layer.name);
    if (running !== undefined) return running;
    const before = layers.filter(({ name }) => layer.dependsOn.includes(name));
    const promise = Promise.all(before.map(start)).then(() => followKustomization(watch, layer.name, layer.artifact));
    started.set(layer.name, promise);
    return promise;
  };
  const revisions = await Promise.all(layers.map(async (layer) => [layer.name, await start(layer)] as const));
  return Object.fromEntries(revisions);
}

function remembered(contains: (candidate: string) => Promise<boolean>): (candidate: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (candidate) => {
    const answer = known.get(candidate) ?? contains(candidate);
    known.set(candidate, answer);
    return answer;
  };
}

function timedOut(input: ReconcileInput, progress: ReadonlyMap<string, string>): ClusterError {
  const seconds = Math.round(input.timeoutMilliseconds / 1000);
  const states = [...progress].filter(([, why]) => why !== "ready").map(([name, why]) => `${name}: ${why}`);
  const message = `Flux has not applied ${input.commit.slice(0, 12)} within ${seconds} s. ${states.join("; ")}. Raise reconcileTimeout if it needs longer.`;
  return new ClusterError("reconciliation-failed", message);
}
