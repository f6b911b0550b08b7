import type { ClusterClient } from "../client";
import { ClusterError } from "../errors";
import { kustomizationRef } from "../flux-kinds";
import type { ClusterFacts } from "./judge";

/** Reads what tells a cluster from another. @throws ClusterError */
export async function readFacts(client: ClusterClient): Promise<ClusterFacts> {
  const [system, root] = await Promise.all([
    client.get({ apiVersion: "v1", kind: "Namespace", name: "kube-system" }),
    client.get(kustomizationRef("flux-system")),
  ]);
  if (system === undefined) {
    throw new ClusterError("cluster-refused", "The cluster has no namespace kube-system, which identifies it.");
  }
  const rootPath = root?.spec?.["path"];
  return { uid: system.metadata.uid, ...(typeof rootPath === "string" ? { rootPath } : {}) };
}
