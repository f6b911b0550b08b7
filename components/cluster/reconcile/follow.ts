import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterClient } from "../client";
import { ClusterError } from "../errors";
import { describeRef, type ObjectRef } from "../live-object";
import { commitOf, fluxStatus, type FluxStatus } from "./status";
import type { Expectation, Verdict } from "./verdict";

/** What a reconciliation waits for, and how long. */
export interface Watch {
  readonly client: ClusterClient;
  /** The commit that was pushed. */
  readonly commit: string;
  /** Whether a commit is ours or has ours among its ancestors. */
  readonly contains: (candidate: string) => Promise<boolean>;
  /** Ends the wait: the deadline has passed, or another object has failed. */
  readonly signal: AbortSignal;
  /** Where each object stands, for the message of a timeout. */
  readonly progress: Map<string, string>;
  readonly pace: Pace;
}

/** How often the cluster is asked, in milliseconds. */
export interface Pace {
  readonly poll: number;
  /** Between two tries of what failed. */
  readonly retry: number;
}

/** How one kind of object is judged. */
export type Judge = (status: FluxStatus, expected: Expectation) => Verdict;

/** A failure that another try may cure gets this many tries before it is reported. */
const attempts = 3;

/** Asks Flux to reconcile one object now, and waits until it has the commit. Returns the revision it is at. @throws ClusterError */
export async function follow(watch: Watch, ref: ObjectRef, judge: Judge): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const token = await requestReconciliation(watch, ref);
    const verdict = await settle(watch, ref, (status, reached) => judge(status, { reached, token }));
    if (verdict.kind === "done") return verdict.revision;
    if (verdict.kind === "failed" || attempt === attempts) throw failure(watch, ref, verdict.why);
    await pause(watch.pace.retry, watch.signal);
  }
}

async function requestReconciliation(watch: Watch, ref: ObjectRef): Promise<string> {
  const token = new Date().toISOString();
  const annotations = { "reconcile.fluxcd.io/requestedAt": token };
  const object = await watch.client.merge(ref, { metadata: { annotations } });
  if (object === undefined) {
    const remedy = "If the cluster was rebuilt, run `pulumi up --refresh`.";
    throw new ClusterError("reconciliation-failed", `${describeRef(ref)} does not exist in the cluster. ${remedy}`);
  }
  return token;
}

type Settled = Exclude<Verdict, { kind: "waiting" }>;

async function settle(
  watch: Watch,
  ref: ObjectRef,
  judge: (status: FluxStatus, reached: boolean) => Verdict,
): Promise<Settled> {
  for (;;) {
    const object = await watch.client.get(ref);
    if (object === undefined) return { kind: "failed", why: "it was deleted while it was waited for" };
    const status = fluxStatus(object);
    if (status.suspended) return { kind: "failed", why: suspended(ref) };
    const candidate = commitOf(status.revision);
    const reached = candidate !== undefined && (candidate === watch.commit || (await watch.contains(candidate)));
    const verdict = judge(status, reached);
    watch.progress.set(describeRef(ref), verdict.kind === "done" ? "ready" : verdict.why);
    if (verdict.kind !== "waiting") return verdict;
    await pause(watch.pace.poll, watch.signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal });
}

function suspended(ref: ObjectRef): string {
  const resume = `flux resume ${ref.kind === "GitRepository" ? "source git" : "kustomization"} ${ref.name}`;
  return `it is suspended; resume it (\`${resume}\`) and run the update again`;
}

function failure(watch: Watch, ref: ObjectRef, why: string): ClusterError {
  return new ClusterError(
    "reconciliation-failed",
    `${describeRef(ref)} cannot apply ${watch.commit.slice(0, 12)}: ${why}`,
  );
}
