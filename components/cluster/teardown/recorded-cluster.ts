import type { ClusterAccess } from "../access";
import { openCluster, type ClusterClient } from "../client";
import { ClusterError, isUnavailable } from "../errors";
import { readFacts } from "../guard/facts";
import { isSamePath, type ClusterFacts } from "../guard/judge";

/** Inputs of a teardown step; plain data, kept in state. */
export interface TeardownInputs {
  readonly access: ClusterAccess;
  /** UID of the kube-system namespace of the cluster that the environment was applied to. */
  readonly uid: string;
  /** Path that the environment's root Kustomization applies; absent in states of earlier versions. */
  readonly path?: string;
}

/** The Kubernetes provider's own switch for clusters that no longer exist. */
const forgetUnreachable = "PULUMI_K8S_DELETE_UNREACHABLE";

/** Opens the cluster that was recorded; undefined when it is gone and the user said so. @throws ClusterError for any other cluster */
export async function openRecorded(inputs: TeardownInputs): Promise<ClusterClient | undefined> {
  return (await openWithFacts(inputs))?.client;
}

/** The same for a teardown, which takes nothing from a cluster whose Flux follows another environment by now. @throws ClusterError */
export async function openForTeardown(inputs: TeardownInputs): Promise<ClusterClient | undefined> {
  const opened = await openWithFacts(inputs);
  const { path } = inputs;
  const live = opened?.facts.rootPath;
  if (path !== undefined && live !== undefined && !isSamePath(live, path)) throw takenOver(inputs.access, live, path);
  return opened?.client;
}

interface Opened {
  readonly client: ClusterClient;
  readonly facts: ClusterFacts;
}

async function openWithFacts({ access, uid }: TeardownInputs): Promise<Opened | undefined> {
  try {
    const client = await openCluster(access);
    const facts = await readFacts(client);
    if (facts.uid !== uid) throw otherCluster(access.context, facts.uid, uid);
    return { client, facts };
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

function takenOver({ context }: ClusterAccess, live: string, path: string): ClusterError {
  const guard = `${path.slice(path.lastIndexOf("/") + 1)}-cluster`;
  const message = [
    `The cluster of the context "${context}" follows ${live} by now, and not ${path}: another environment has taken it over, and Flux is left there.`,
    `Nothing was deleted. To have this stack forget the cluster, find the URN that ends in ClusterGuard::${guard} by \`pulumi stack --show-urns\`, and run`,
    `\`pulumi state delete "<that URN>" --target-dependents\`.`,
  ].join(" ");
  return new ClusterError("cluster-held", message);
}
