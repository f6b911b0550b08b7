import { readSecret } from "../cluster/bootstrap/planted-secret";
import { openCluster, type ClusterClient } from "../cluster/client";
import { isUnavailable } from "../cluster/errors";
import { readFacts } from "../cluster/guard/facts";
import { isDecryptionEntry } from "../model/flux/decryption-entry";
import type { KubeAccess } from "../../stacks/config";
import type { Notice } from "./repository";

/** How a run looks at the cluster. */
export interface ClusterProbe {
  readonly kube: KubeAccess;
  readonly preview: boolean;
  /** Secret of Flux's namespace that decrypts and that the run does not write itself. @default nothing is decrypted, or the run writes it */
  readonly decryptionSecret?: string;
}

/** Asks for the cluster before anything is changed. At preview, one that cannot be reached is a notice. @throws ClusterError */
export async function probeCluster({ kube, preview, decryptionSecret }: ClusterProbe): Promise<readonly Notice[]> {
  try {
    const client = await openCluster(kube);
    await readFacts(client);
    return decryptionSecret === undefined ? [] : await decryptionNotices(client, decryptionSecret);
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

/** What keeps Flux from decrypting with a Secret that people keep. */
export async function decryptionNotices(client: ClusterClient, name: string): Promise<readonly Notice[]> {
  const entries = await readSecret(client, name);
  const remedy = "Give it an age identity as an entry whose name ends in .agekey, or set ageIdentity.";
  const [about, held] = [`Secret flux-system/${name}`, Object.keys(entries ?? {})];
  if (held.some(isDecryptionEntry)) return [];
  const what =
    entries === undefined
      ? `${about} does not exist in the cluster, and Flux decrypts with it.`
      : `Flux decrypts with ${about} and reads none of its entries: ${held.join(", ") || "it has none"}.`;
  return [{ severity: "warning", message: `${what} ${remedy}` }];
}
