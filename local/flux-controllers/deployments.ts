import type { IDeployment } from "kubernetes-models/apps/v1" with { "resolution-mode": "import" };
import type { ApiClient } from "../control-plane/api-client";

/** The Deployments of Flux's namespace by name. */
export type Deployments = ReadonlyMap<string, IDeployment>;

/** Reads them; undefined when the API server gives no answer, which changes nothing for what runs. */
export async function listDeployments(client: ApiClient, namespace: string): Promise<Deployments | undefined> {
  try {
    const { status, body } = await client.request("GET", `/apis/apps/v1/namespaces/${namespace}/deployments`);
    if (status !== 200 || !isList(body)) return undefined;
    return new Map(
      body.items.flatMap((item) => (item.metadata?.name === undefined ? [] : [[item.metadata.name, item]])),
    );
  } catch {
    return undefined;
  }
}

/** How many pods a Deployment asks for; none when it is missing or being deleted. */
export function replicasOf(deployments: Deployments, name: string): number {
  const deployment = deployments.get(name);
  if (deployment === undefined || deployment.metadata?.deletionTimestamp !== undefined) return 0;
  return deployment.spec?.replicas ?? 1;
}

/** The API server's DeploymentList; it validates what it stores. */
function isList(body: unknown): body is { readonly items: readonly IDeployment[] } {
  return typeof body === "object" && body !== null && "items" in body && Array.isArray(body.items);
}
