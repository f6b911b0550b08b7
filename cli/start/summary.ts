import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterClient } from "../../components/cluster/client";
import type { LiveObject } from "../../components/cluster/live-object";
import { table } from "./table";

const kustomizationApi = "kustomize.toolkit.fluxcd.io/v1";
const workloadKinds = ["Deployment", "StatefulSet", "DaemonSet"];
const systemNamespaces = ["kube-system", "flux-system"];

interface Workload {
  readonly name: string;
  readonly desired: number;
  readonly ready: number;
}

/** The table of what Flux applied and what runs; waits until every workload is ready, for `patience` seconds at most. */
export async function describeCluster(client: ClusterClient, patience = 60): Promise<string> {
  const deadline = Date.now() + patience * 1000;
  let workloads = await listWorkloads(client);
  while (workloads.some(({ desired, ready }) => ready < desired) && Date.now() < deadline) {
    await sleep(500);
    workloads = await listWorkloads(client);
  }
  const kustomizations = await client.list(kustomizationApi, "Kustomization");
  return [
    table(["KUSTOMIZATION", "REVISION", "STATE"], kustomizations.map(kustomizationRow)),
    table(
      ["WORKLOAD", "READY"],
      workloads.map(({ name, desired, ready }) => [name, `${ready}/${desired}`]),
    ),
  ].join("\n\n");
}

async function listWorkloads(client: ClusterClient): Promise<readonly Workload[]> {
  const lists = await Promise.all(workloadKinds.map((kind) => client.list("apps/v1", kind)));
  return lists
    .flat()
    .filter(({ metadata }) => !systemNamespaces.includes(metadata.namespace ?? ""))
    .map(workloadOf)
    .sort((a, b) => a.name.localeCompare(b.name));
}

function workloadOf(object: LiveObject): Workload {
  const { kind, metadata, spec = {}, status = {} } = object;
  const name = `${metadata.namespace ?? ""}/${metadata.name}${kind === "Deployment" ? "" : ` (${kind})`}`;
  if (kind === "DaemonSet") {
    return { name, desired: numberOf(status["desiredNumberScheduled"]), ready: numberOf(status["numberReady"]) };
  }
  const seen = status["observedGeneration"] === metadata.generation;
  return { name, desired: numberOf(spec["replicas"]), ready: seen ? numberOf(status["readyReplicas"]) : 0 };
}

function kustomizationRow(object: LiveObject): readonly string[] {
  const revision = textOf(object.status?.["lastAppliedRevision"], "-");
  const { status, reason, message } = readyCondition(object.status?.["conditions"]);
  const state = status === "True" ? "ready" : `${textOf(reason, "waiting")}: ${textOf(message, "no report yet")}`;
  return [object.metadata.name, shortRevision(revision), state];
}

interface Condition {
  readonly type?: unknown;
  readonly status?: unknown;
  readonly reason?: unknown;
  readonly message?: unknown;
}

function readyCondition(conditions: unknown): Condition {
  if (!Array.isArray(conditions)) return {};
  const all: readonly Condition[] = conditions;
  return all.find(({ type }) => type === "Ready") ?? {};
}

/** `main@sha1:0123456789…` as `main@0123456`. */
function shortRevision(revision: string): string {
  return revision.replace(/@sha1:([0-9a-f]{7})[0-9a-f]*$/, "@$1");
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
