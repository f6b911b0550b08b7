import { ClusterError } from "../../../../components/cluster/errors";
import { gitRepositoryRef, kustomizationRef } from "../../../../components/cluster/flux-kinds";
import type { LiveObject } from "../../../../components/cluster/live-object";
import { reconcile, type ReconcileInput } from "../../../../components/cluster/reconcile/reconcile";
import type { FakeCluster, FakeObject } from "../fake-cluster";

/** The commit that is waited for. */
export const ours = "a".repeat(40);
/** A descendant of it. */
export const newer = "b".repeat(40);
/** A commit of another branch. */
export const unrelated = "c".repeat(40);
/** The revision of a source that is at a commit. */
export const at = (commit: string): string => `env/production@sha1:${commit}`;

/** What a controller says about one request. */
export type Answer = {
  readonly ready: "True" | "False";
  readonly reason: string;
  readonly message?: string;
  readonly commit?: string;
};

/** Controllers that answer each request for an object with the next of its answers, the last one for ever. */
export function controllers(
  answers: Readonly<Record<string, readonly Answer[]>>,
): (cluster: FakeCluster, object: LiveObject) => void {
  const seen = new Map<string, number>();
  return (cluster, object) => {
    const name = object.kind === "GitRepository" ? "source" : object.metadata.name;
    const queue = answers[name] ?? [{ ready: "True", reason: "Succeeded", commit: ours }];
    const turn = seen.get(name) ?? 0;
    seen.set(name, turn + 1);
    const answer = queue[Math.min(turn, queue.length - 1)];
    if (answer !== undefined) cluster.setStatus(object, statusOf(object, answer));
  };
}

function statusOf(object: LiveObject, { ready, reason, message, commit }: Answer): Readonly<Record<string, unknown>> {
  const revision = commit === undefined ? undefined : at(commit);
  return {
    observedGeneration: 1,
    lastHandledReconcileAt: object.metadata.annotations?.["reconcile.fluxcd.io/requestedAt"],
    conditions: [{ type: "Ready", status: ready, reason, message: message ?? "" }],
    ...(object.kind === "GitRepository" ? { artifact: { revision } } : { lastAppliedRevision: revision }),
  };
}

/** A source, the root and two layers. */
export const objects: readonly FakeObject[] = [
  gitRepositoryRef("flux-system"),
  ...["flux-system", "infrastructure", "apps"].map((name) => ({ ...kustomizationRef(name), spec: {} })),
];

/** Reconciles the layers, apps after infrastructure, at a pace for tests. */
export function run(cluster: FakeCluster, changes: Partial<ReconcileInput> = {}): ReturnType<typeof reconcile> {
  return reconcile({
    client: cluster,
    commit: ours,
    source: { kind: "GitRepository", name: "flux-system" },
    root: "flux-system",
    layers: [
      { name: "apps", dependsOn: ["infrastructure"] },
      { name: "infrastructure", dependsOn: [] },
    ],
    contains: (candidate) => Promise.resolve(candidate === newer),
    timeoutMilliseconds: 5_000,
    pace: { poll: 5, retry: 5, publish: 5, patience: 10 },
    ...changes,
  });
}

/** Checks an error's message. */
export function refusal(pattern: RegExp): (error: unknown) => boolean {
  return (error) =>
    error instanceof ClusterError && error.code === "reconciliation-failed" && pattern.test(error.message);
}
