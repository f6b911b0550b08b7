import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { INode } from "kubernetes-models/v1" with { "resolution-mode": "import" };
import { apiClient, apply, type ApiAccess, type ApiClient } from "./api-client";

const stagesPath = "/apis/kwok.x-k8s.io/v1alpha1/stages";

/** The node that all pods run on. Its labels are those that node selectors ask for. */
const node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: {
    name: "local",
    annotations: { "kwok.x-k8s.io/node": "fake" },
    labels: {
      "kubernetes.io/hostname": "local",
      "kubernetes.io/os": "linux",
      "kubernetes.io/arch": process.arch === "arm64" ? "arm64" : "amd64",
    },
  },
};

/** The class that a claim without one gets; its volumes are bound by the Stages. */
const storageClass = {
  apiVersion: "storage.k8s.io/v1",
  kind: "StorageClass",
  metadata: { name: "simulated", annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
  provisioner: "flux-monorepo.local/simulated",
  reclaimPolicy: "Delete",
  volumeBindingMode: "Immediate",
};

/** Gives the cluster its node, its storage class and the Stages that simulate kubelet and volumes; waits for the node. */
export async function applySimulation(access: ApiAccess): Promise<void> {
  const client = apiClient(access);
  try {
    await stagesServed(client);
    for (const name of stageNames("cluster")) await applyStage(client, "cluster", name);
    await apply(client, "/apis/storage.k8s.io/v1/storageclasses/simulated", JSON.stringify(storageClass));
    await apply(client, "/api/v1/nodes/local", JSON.stringify(node));
    await until("the simulated node is ready", () => nodeReady(client));
  } finally {
    client.close();
  }
}

/** The Stages of one set: a folder of YAML files, each named for the Stage it holds. */
export function stageNames(set: StageSet): readonly string[] {
  const files = readdirSync(join(__dirname, "stages", set)).filter((file) => file.endsWith(".yaml"));
  return files.map((file) => file.slice(0, -".yaml".length)).sort();
}

/** `cluster`: what every cluster has; a controller's name: what stands in for it while its Deployment runs. */
export type StageSet = "cluster" | "helm-controller";

/** Applies one Stage of a set. */
export async function applyStage(client: ApiClient, set: StageSet, name: string): Promise<void> {
  await apply(client, `${stagesPath}/${name}`, readFileSync(join(__dirname, "stages", set, `${name}.yaml`), "utf8"));
}

/** Removes one Stage; fine where it is gone. */
export async function removeStage(client: ApiClient, name: string): Promise<void> {
  await client.request("DELETE", `${stagesPath}/${name}`);
}

async function stagesServed(client: ApiClient): Promise<void> {
  await until("the Stage kind is served", async () => (await client.request("GET", stagesPath)).status === 200);
}

async function nodeReady(client: ApiClient): Promise<boolean> {
  const { body } = await client.request("GET", "/api/v1/nodes/local");
  // The edge: the API server answers with its own Node type.
  const conditions = (body as INode).status?.conditions ?? [];
  return conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`gave up waiting until ${what}, after 60 s`);
    await sleep(100);
  }
}
