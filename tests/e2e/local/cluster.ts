import { setTimeout as sleep } from "node:timers/promises";
import type { KubernetesObject } from "../../../components/model/object";
import { readAccess } from "../../../local/control-plane/access";
import { apiClient, apply, type ApiClient, type ApiResponse } from "../../../local/control-plane/api-client";
import { readPorts } from "../../../local/control-plane/ports";
import { environmentFolders } from "../../../local/folders";

/** The few calls that the platform's tests make on its API server. */
export interface TestCluster {
  readonly apply: (object: KubernetesObject & Readonly<Record<string, unknown>>) => Promise<void>;
  readonly merge: (object: KubernetesObject, patch: object) => Promise<void>;
  readonly remove: (object: KubernetesObject) => Promise<void>;
  /** The live object; undefined when there is none. */
  readonly get: (object: KubernetesObject) => Promise<Record<string, unknown> | undefined>;
  readonly close: () => void;
}

const clusterScoped = new Set([
  "Namespace",
  "CustomResourceDefinition",
  "ClusterRole",
  "ClusterRoleBinding",
  "PersistentVolume",
  "Stage",
]);

/** Opens the cluster of a running environment. */
export function openTestCluster(root: string, environment: string): TestCluster {
  const folders = environmentFolders(root, environment);
  const ports = readPorts(folders);
  if (ports === undefined) throw new Error(`${environment} is not up`);
  const client = apiClient(readAccess(folders, ports.apiServer));
  return {
    apply: (object) => apply(client, pathOf(object), JSON.stringify(object)),
    merge: (object, patch) => expectDone(client, object, patch),
    remove: async (object) => {
      await client.request("DELETE", pathOf(object));
    },
    get: async (object) => {
      const { status, body } = await client.request("GET", pathOf(object));
      return status === 200 && typeof body === "object" && body !== null ? { ...body } : undefined;
    },
    close: () => {
      client.close();
    },
  };
}

/** Waits until something holds; throws with what it was when that takes over a minute. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await sleep(100);
  }
}

/** `status.conditions` of a live object: type → status. */
export function conditionsOf(object: Record<string, unknown> | undefined): Readonly<Record<string, string>> {
  const status = object?.["status"];
  const conditions: unknown =
    typeof status === "object" && status !== null && "conditions" in status ? status.conditions : [];
  const list: readonly unknown[] = Array.isArray(conditions) ? conditions : [];
  return Object.fromEntries(list.flatMap((each) => (isCondition(each) ? [[each.type, each.status]] : [])));
}

async function expectDone(client: ApiClient, object: KubernetesObject, patch: object): Promise<void> {
  const text = JSON.stringify(patch);
  const answer: ApiResponse = await client.request("PATCH", pathOf(object), {
    type: "application/merge-patch+json",
    text,
  });
  if (answer.status >= 300) throw new Error(`${pathOf(object)}: ${JSON.stringify(answer.body)}`);
}

function pathOf({ apiVersion, kind, metadata }: KubernetesObject): string {
  const group = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const plural = kind.toLowerCase().replace(/y$/, "ie").concat("s");
  if (clusterScoped.has(kind)) return `${group}/${plural}/${metadata.name}`;
  return `${group}/namespaces/${metadata.namespace ?? "default"}/${plural}/${metadata.name}`;
}

function isCondition(value: unknown): value is { readonly type: string; readonly status: string } {
  return typeof value === "object" && value !== null && "type" in value && "status" in value;
}
