import type { ClusterClient } from "../client";
import { ClusterError } from "../errors";
import { gitRepositoryRef, kustomizationRef } from "../flux-kinds";
import { follow, type Pace, type Watch } from "./follow";
import { judgeKustomization, judgeSource } from "./verdict";

/** A Kustomization and the names of those it waits for. */
export interface LayerRef {
  readonly name: string;
  readonly dependsOn: readonly string[];
}

/** What has to arrive in the cluster. */
export interface ReconcileInput {
  readonly client: ClusterClient;
  /** The commit that was pushed. */
  readonly commit: string;
  /** Name of the GitRepository. */
  readonly source: string;
  /** Name of the root Kustomization. */
  readonly root: string;
  readonly layers: readonly LayerRef[];
  readonly contains: (candidate: string) => Promise<boolean>;
  readonly timeoutMilliseconds: number;
  /** Has each object reconciled again, even where it is ready at the commit. @default false */
  readonly anew?: boolean;
  /** @default three times a second; 3 s between tries */
  readonly pace?: Pace;
}

/** Kustomization → the revision it is ready at. */
export type Reconciled = Readonly<Record<string, string>>;

/**
 * Has Flux fetch the commit and apply it: the source, then the root, then each layer after those it depends on. Ends when each is
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
    pace: input.pace ?? { poll: 300, retry: 3_000, patience: 2_000 },
  };
  try {
    await follow(watch, { ref: gitRepositoryRef(input.source), judge: judgeSource, startsItself: false });
    const root = await followKustomization(watch, input.root);
    const layers = await followLayers(watch, input.layers);
    return { [input.root]: root, ...layers };
  } catch (error) {
    throw deadline.aborted && !(error instanceof ClusterError) ? timedOut(input, watch.progress) : error;
  } finally {
    failed.abort();
  }
}

function followKustomization(watch: Watch, name: string): Promise<string> {
  return follow(watch, { ref: kustomizationRef(name), judge: judgeKustomization, startsItself: true });
}

async function followLayers(watch: Watch, layers: readonly LayerRef[]): Promise<Reconciled> {
  const started = new Map<string, Promise<string>>();
  const start = (layer: LayerRef): Promise<string> => {
    const running = started.get(layer.name);
    if (running !== undefined) return running;
    const before = layers.filter(({ name }) => layer.dependsOn.includes(name));
    const promise = Promise.all(before.map(start)).then(() => followKustomization(watch, layer.name));
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
