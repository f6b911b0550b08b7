import type { ClusterAccess } from "../access";
import { openCluster, type ClusterClient } from "../client";
import { ClusterError, isUnavailable } from "../errors";
import { readFacts } from "../guard/facts";

/** Inputs of a teardown step; plain data, kept in state. */
export interface TeardownInputs {
  readonly access: ClusterAccess;
  /** UID of the kube-system namespace of the cluster that the environment was applied to. */
  readonly uid: string;
}

/** The Kubernetes provider's own switch for clusters that no longer exist. */
const forgetUnreachable = "PULUMI_K8S_DELETE_UNREACHABLE";

/** Opens the cluster for a teardown; undefined when it is gone and the user said so. @throws ClusterError for any other cluster */
export async function openRecorded({ access, uid }: TeardownInputs): Promise<ClusterClient | undefined> {
  try {
    const client = await openCluster(access);
    const facts = await readFacts(client);
    if (facts.uid !== uid) throw otherCluster(access.context, facts.uid, uid);
    return client;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    if (process.env[forgetUnreachable] === "true") return undefined;
    const remedy = `If the cluster no longer exists, set ${forgetUnreachable}=true and destroy again.`;
    throw new ClusterError(error.code, `${error.message} ${remedy}`);
  }
}

function otherCluster(context: string, live: string, recorded: string): ClusterError {
  const message = [
    `The context "${context}" points at another cluster than the one to tear down: its kube-system has the UID ${live}, recorded is ${recorded}.`,
    `Nothing was deleted. Correct the configuration keys kubeconfig and context; if the recorded cluster no longer exists, let the context`,
    `point at nothing, set ${forgetUnreachable}=true and destroy again.`,
  ].join(" ");
  return new ClusterError("cluster-mismatch", message);
}
