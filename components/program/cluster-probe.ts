import { openCluster } from "../cluster/client";
import { isUnavailable } from "../cluster/errors";
import { readFacts } from "../cluster/guard/facts";
import type { KubeAccess } from "../../stacks/config";
import type { Notice } from "./repository";

/** Asks for the cluster before anything is changed. At preview, one that cannot be reached is a notice. @throws ClusterError */
export async function probeCluster(kube: KubeAccess, preview: boolean): Promise<readonly Notice[]> {
  try {
    await readFacts(await openCluster(kube));
    return [];
  } catch (error) {
    if (preview && isUnavailable(error))
      return [
        {
          severity: "warning",
          message: `${error.message} The preview goes on without it, and without what its live objects add.`,
        },
      ];
    throw error;
  }
}
