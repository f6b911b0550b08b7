import { openCluster, type ClusterClient } from "../../cluster/client";
import { isUnavailable } from "../../cluster/errors";
import { fluxNamespace, gitRepositoryRef, kustomizationKind, kustomizationRef } from "../../cluster/flux-kinds";
import type { LiveObject, ObjectRef } from "../../cluster/live-object";
import type { Issue } from "../../model/issue";
import { describeObject, type KubernetesObject } from "../../model/object";
import { allowances } from "../../preview/allowance";
import { appliedLayers, type AppliedLayer } from "../../preview/cluster/applied";
import { pruneExemption } from "../../preview/cluster/directives";
import { inventoryOf, isHeldBy, type InventoryEntry } from "../../preview/live/inventory";
import { ownLayers, type PreviewInput } from "../../preview/preview";
import { mappingAt, stringAt } from "../../validation/read/fields";
import { configFileName, type StackConfig } from "../../../stacks/config";

/** A run whose cluster may follow another place from now on. */
export interface MovedSource {
  readonly config: Pick<StackConfig, "environment" | "kube" | "cluster" | "allowPrune">;
  readonly input: PreviewInput;
}

/**
 * Objects that Flux would delete because the cluster is to follow another repository or branch, which lacks them: what the new place holds
 * says nothing of them, and the cluster's own inventories do. Empty while the cluster follows what it did, and where it cannot be asked.
 */
export async function movedSourceIssues({ config, input }: MovedSource): Promise<readonly Issue[]> {
  if (config.kube === undefined) return [];
  try {
    const client = await openCluster(config.kube);
    const from = await movedFrom(client, config);
    if (from === undefined) return [];
    const after = appliedLayers((await ownLayers(input)).after);
    const lost = await lostObjects(client, after);
    const isAllowed = allowances(config.allowPrune, undefined);
    return lost.filter((name) => !isAllowed(name)).map((name) => issueOf(name, from, config));
  } catch (error) {
    // The probe of the run has warned, or stops it.
    if (isUnavailable(error)) return [];
    throw error;
  }
}

/** What the root follows in the cluster, where the configuration names another place. */
async function movedFrom(
  client: ClusterClient,
  { cluster }: Pick<StackConfig, "cluster">,
): Promise<string | undefined> {
  const live = await client.get(gitRepositoryRef(fluxNamespace));
  if (live === undefined) return undefined;
  const spec = mappingAt(live, "spec");
  const [url, branch] = [stringAt(spec, "url") ?? "", stringAt(mappingAt(spec, "ref"), "branch") ?? ""];
  return url === cluster.source.url && branch === cluster.source.branch ? undefined : `${branch} of ${url}`;
}

/** Names of the live objects that some Kustomization of the tree has applied and prunes, and that no layer holds afterwards. */
async function lostObjects(client: ClusterClient, after: readonly AppliedLayer[]): Promise<readonly string[]> {
  const lost = new Map<string, InventoryEntry>();
  for (const kustomization of await ownKustomizations(client)) {
    const { name } = kustomization.metadata;
    if (mappingAt(kustomization, "spec")["prune"] !== true) continue;
    // Nothing is known of a layer that cannot be built: the gate has said so.
    if (after.some((layer) => layer.name === name && layer.unknown !== undefined)) continue;
    for (const entry of inventoryOf(kustomization)) if (!isHeldBy(entry, after)) lost.set(entry.id, entry);
  }
  const names = await Promise.all(
    [...lost.values()].map(async ({ ref }) => {
      const live = await client.get(ref);
      return live === undefined || isExempt(live) ? [] : [describeObject(live)];
    }),
  );
  return names.flat().sort();
}

/** The root, and the Kustomizations that it has applied. */
async function ownKustomizations(client: ClusterClient): Promise<readonly LiveObject[]> {
  const root = await client.get(kustomizationRef(fluxNamespace));
  if (root === undefined) return [];
  const layers = inventoryOf(root)
    .map(({ ref }) => ref)
    .filter((ref: ObjectRef) => ref.kind === kustomizationKind.kind && ref.apiVersion === kustomizationKind.apiVersion);
  const found = await Promise.all(layers.filter(({ name }) => name !== fluxNamespace).map((ref) => client.get(ref)));
  return [root, ...found.flatMap((layer) => layer ?? [])];
}

function isExempt(live: KubernetesObject): boolean {
  return pruneExemption(live) !== undefined;
}

function issueOf(name: string, from: string, { environment, cluster }: MovedSource["config"]): Issue {
  const message =
    `Flux applied it from ${from}, and ${cluster.source.branch} of ${cluster.source.url}, which the cluster is to follow from now on, does not hold it: ` +
    `Flux would delete it. Keep it in stacks/, or allow this one by the key \`allowPrune\`: ${JSON.stringify(name)}`;
  return { code: "prune-not-allowed", path: configFileName(environment), resource: name, message };
}
