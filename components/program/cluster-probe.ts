import { openCluster } from "../cluster/client";
import { isUnavailable } from "../cluster/errors";
import { readFacts } from "../cluster/guard/facts";
import type { KubeAccess } from "../../stacks/config";

/** Asks for the cluster before anything is changed. At preview, one that cannot be reached is a warning, which is returned. @throws ClusterError */
export async function probeCluster(kube: KubeAccess, preview: boolean): Promise<string | undefined> {
  try {
    await readFacts(await openCluster(kube));
    return undefined;
  } catch (error) {
    if (preview && isUnavailable(error)) return `${error.message} The preview goes on without it.`;
    throw error;
  }
}
