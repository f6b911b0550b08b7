import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterClient } from "../client";
import { ClusterError } from "../errors";
import { describeRef, type ObjectRef } from "../live-object";
import type { ArrivalTest } from "./arrival";
import { fluxStatus, type FluxStatus } from "./status";
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
  /** Only what was asked for since counts. */
  readonly anew: boolean;
}

/** How often the cluster is asked, in milliseconds. */
export interface Pace {
  readonly poll: number;
  /** Between two tries of what failed. */
  readonly retry: number;
  /** Between two looks at what somebody else publishes. */
  readonly publish: number;
  /** How long a Kustomization has to start by itself, since a new artifact makes it. */
  readonly patience: number;
}

/** An object that is followed, and how it is judged. */
export interface Subject {
  readonly ref: ObjectRef;
  readonly judge: (status: FluxStatus, expected: Expectation) => Verdict;
  readonly arrival: ArrivalTest;
  /** It starts by itself when what it follows changes; without, it is asked at once. */
  readonly startsItself: boolean;
}

/** A failure that another try may cure gets this many tries before it is reported. */
const attempts = 3;

/**
 * Waits until one object has the commit, and asks for it where Flux would take its time. What is already at work is left alone: a
 * request would make it start over, and what depends on it wait. Returns the revision it is at. @throws ClusterError
 */
export async function follow(watch: Watch, subject: Subject): Promise<string> {
  const started = Date.now();
  let token: string | undefined;
  for (let failures = 0; ;) {
    const status = await readStatus(watch, subject.ref);
    const verdict = await judged(watch, subject, { status, token });
    switch (verdict.kind) {
      case "done":
        return verdict.revision;
      case "failed":
        throw failure(watch, subject.ref, verdict.why);
      case "waiting":
        if (token === undefined && isIdle(status, subject, { watch, started }))
          token = await request(watch, subject.ref);
        await pause(watch.pace.poll, watch.signal);
        break;
      case "failing":
        failures += 1;
        if (failures === attempts) throw failure(watch, subject.ref, verdict.why);
        token = await requestAgain(watch, subject.ref, watch.pace.retry);
        break;
      case "early":
        token = await requestAgain(watch, subject.ref, watch.pace.retry);
        break;
      case "unpublished":
        token = await requestAgain(watch, subject.ref, watch.pace.publish);
        break;
      default:
        return verdict satisfies never;
    }
  }
}

async function readStatus(watch: Watch, ref: ObjectRef): Promise<FluxStatus> {
  const object = await watch.client.get(ref);
  if (object === undefined) throw missing(ref);
  const status = fluxStatus(object);
  if (status.suspended) throw failure(watch, ref, suspended(ref));
  return status;
}

interface Reading {
  readonly status: FluxStatus;
  readonly token: string | undefined;
}

async function judged(watch: Watch, { ref, judge, arrival }: Subject, { status, token }: Reading): Promise<Verdict> {
  const { reached, revision } = await arrival(watch, status);
  const answered = !watch.anew || (token !== undefined && status.handled === token);
  const seen = revision === undefined ? status : { ...status, revision };
  const found = judge(seen, { reached, ...(token === undefined ? {} : { token }) });
  const verdict: Verdict = found.kind === "done" && !answered ? { kind: "waiting", why: "it has not started" } : found;
  watch.progress.set(describeRef(ref), verdict.kind === "done" ? "ready" : verdict.why);
  return verdict;
}

/** Whether nothing happens to an object unless it is asked for. */
function isIdle(status: FluxStatus, { startsItself }: Subject, since: { watch: Watch; started: number }): boolean {
  if (!startsItself || since.watch.anew || status.ready === "False") return true;
  const atWork = status.ready === "Unknown" && status.reason !== "";
  return !atWork && Date.now() - since.started >= since.watch.pace.patience;
}

async function request(watch: Watch, ref: ObjectRef): Promise<string> {
  const token = new Date().toISOString();
  const annotations = { "reconcile.fluxcd.io/requestedAt": token };
  if ((await watch.client.merge(ref, { metadata: { annotations } })) === undefined) throw missing(ref);
  return token;
}

async function requestAgain(watch: Watch, ref: ObjectRef, after: number): Promise<string> {
  await pause(after, watch.signal);
  return request(watch, ref);
}

/** Waits, unless the wait as a whole has ended. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal });
}

const resumeKinds: Readonly<Record<string, string>> = {
  GitRepository: "source git",
  OCIRepository: "source oci",
};

function suspended(ref: ObjectRef): string {
  const resume = `flux resume ${resumeKinds[ref.kind] ?? "kustomization"} ${ref.name}`;
  return `it is suspended; resume it (\`${resume}\`) and run the update again`;
}

function missing(ref: ObjectRef): ClusterError {
  const remedy = "If the cluster was rebuilt, run `pulumi up --refresh`.";
  return new ClusterError("reconciliation-failed", `${describeRef(ref)} does not exist in the cluster. ${remedy}`);
}

function failure(watch: Watch, ref: ObjectRef, why: string): ClusterError {
  return new ClusterError(
    "reconciliation-failed",
    `${describeRef(ref)} cannot apply ${watch.commit.slice(0, 12)}: ${why}`,
  );
}
