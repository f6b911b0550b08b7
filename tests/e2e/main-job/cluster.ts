import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { openCluster, type ClusterClient } from "../../../components/cluster/client";
import type { LiveObject, ObjectRef } from "../../../components/cluster/live-object";
import { findPlatform } from "../../../local/platform";
import type { Checkout } from "./checkout";

const kustomizationApi = "kustomize.toolkit.fluxcd.io/v1";

/** Opens the embedded cluster of one environment. */
export async function clusterOf(checkout: Checkout, environment: string): Promise<ClusterClient> {
  const platform = findPlatform(environment, checkout.root);
  assert.ok(platform, `the platform of ${environment} is down`);
  return openCluster(platform);
}

/** The reference of a Deployment, from `namespace/name`. */
export function deployment(path: string): ObjectRef {
  const [namespace = "", name = ""] = path.split("/");
  return { apiVersion: "apps/v1", kind: "Deployment", name, namespace };
}

/** `ready/desired` of a Deployment. */
export async function replicas(client: ClusterClient, path: string): Promise<string> {
  const object = await client.get(deployment(path));
  if (object === undefined) return "absent";
  const numbers = [object.status?.["readyReplicas"] ?? 0, object.spec?.["replicas"]];
  return numbers.map((value) => JSON.stringify(value)).join("/");
}

/** Every object of the given kinds by UID and generation: equal as long as nothing was changed or replaced. */
export async function footprint(client: ClusterClient): Promise<Readonly<Record<string, string>>> {
  const kinds: readonly (readonly [string, string])[] = [
    ["apps/v1", "Deployment"],
    ["v1", "Service"],
    ["v1", "Namespace"],
    ["v1", "PersistentVolumeClaim"],
    ["networking.k8s.io/v1", "Ingress"],
    ["batch/v1", "CronJob"],
  ];
  const lists = await Promise.all(kinds.map(([apiVersion, kind]) => client.list(apiVersion, kind)));
  const own = lists
    .flat()
    .filter(({ metadata, kind }) => isWorkload(kind === "Namespace" ? metadata.name : metadata.namespace));
  return Object.fromEntries(
    own.map((object) => [nameOf(object), `${object.metadata.uid}@${object.metadata.generation ?? 0}`]),
  );
}

function isWorkload(namespace: string | undefined): boolean {
  return namespace !== undefined && !namespace.startsWith("kube-") && !["default", "flux-system"].includes(namespace);
}

function nameOf({ kind, metadata }: LiveObject): string {
  return `${kind} ${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Kustomization → revision applied, for those that are ready. */
export async function applied(client: ClusterClient): Promise<Readonly<Record<string, string>>> {
  const all = await client.list(kustomizationApi, "Kustomization");
  return Object.fromEntries(
    all.filter(isReady).map(({ metadata, status }) => [metadata.name, String(status?.["lastAppliedRevision"])]),
  );
}

function isReady({ status }: LiveObject): boolean {
  const conditions: readonly { type?: string; status?: string }[] = Array.isArray(status?.["conditions"])
    ? status["conditions"]
    : [];
  return conditions.some((condition) => condition.type === "Ready" && condition.status === "True");
}

/** Makes Flux fetch and apply everything anew, and waits until it has. */
export async function forceReconcile(client: ClusterClient): Promise<void> {
  const requestedAt = new Date().toISOString();
  const sources = await client.list("source.toolkit.fluxcd.io/v1", "GitRepository");
  const objects = [...sources, ...(await client.list(kustomizationApi, "Kustomization"))];
  assert.ok(objects.length > 1, "Flux has nothing to reconcile");
  for (const { apiVersion, kind, metadata } of objects) {
    const ref = { apiVersion, kind, name: metadata.name, namespace: metadata.namespace ?? "" };
    await client.merge(ref, { metadata: { annotations: { "reconcile.fluxcd.io/requestedAt": requestedAt } } });
    await until(
      `${kind} ${metadata.name} is reconciled`,
      async () => (await client.get(ref))?.status?.["lastHandledReconcileAt"] === requestedAt,
    );
  }
}

/** Waits until something holds. */
export async function until(what: string, holds: () => Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > deadline) assert.fail(`after ${seconds} s, still not: ${what}`);
    await sleep(250);
  }
}
