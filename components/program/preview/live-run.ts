import { openCluster, type ClusterClient } from "../../cluster/client";
import { ClusterError } from "../../cluster/errors";
import { fluxNamespace } from "../../cluster/flux-kinds";
import { survey } from "../../cluster/survey/survey";
import { variablesObject } from "../../model/flux/variables";
import { appliedLayers } from "../../preview/cluster/applied";
import { valuesRefs, type ValuesRef, type ValueSource } from "../../preview/cluster/variables";
import { liveChanges } from "../../preview/live/compare-live";
import type { LiveChanges, LivePart } from "../../preview/live/live-changes";
import { questionsOf } from "../../preview/live/questions";
import { standingOf } from "../../preview/live/standing";
import type { OwnLayers, Preview } from "../../preview/preview";
import type { StackConfig } from "../../../stacks/config";

/** What a look at the cluster follows from. */
export interface LiveRun {
  readonly config: Pick<StackConfig, "kube" | "variables">;
  /** The change from Git to Git. */
  readonly preview: Preview;
  /** What the environment's cluster applies, before and after. */
  readonly layers: OwnLayers;
}

/** Asks the environment's cluster what its live objects add to a change. Writes nothing; a cluster that cannot be asked is left out. */
export async function liveRun(run: LiveRun): Promise<LivePart> {
  const { kube } = run.config;
  if (kube === undefined) return { kind: "left-out", because: "this stack writes Git only (`cluster: false`)" };
  try {
    const client = await openCluster(kube);
    // One that does not answer is told once, and not for every object.
    await client.get({ apiVersion: "v1", kind: "Namespace", name: "kube-system" });
    return { kind: "read", cluster: `context ${kube.context}`, changes: await changesIn(client, run) };
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return { kind: "left-out", because: error.message };
  }
}

async function changesIn(client: ClusterClient, { config, preview, layers }: LiveRun): Promise<LiveChanges> {
  const [changes] = preview.environments;
  if (changes === undefined) throw new Error(`the preview of ${preview.environment} has no changes of its own`);
  const values = await clusterValues(client, layers);
  const planned: ValueSource = (ref) => (isVariables(ref) ? { ...values(ref), ...config.variables } : values(ref));
  const pair = { before: appliedLayers(layers.before, values), after: appliedLayers(layers.after, planned) };
  const questions = questionsOf(pair);
  const found = await survey(
    client,
    questions.map(({ item }) => item),
  );
  const objects = [...found.found.values()].flatMap(({ live }) => live ?? []);
  const followed = preview.from.kind === "at" ? preview.from.revision : undefined;
  return liveChanges({ pair, questions, survey: found, changes, standing: standingOf(objects, followed) });
}

function isVariables({ kind, namespace, name }: ValuesRef): boolean {
  return kind === "ConfigMap" && namespace === fluxNamespace && name === variablesObject;
}

/** The ConfigMaps and Secrets that Kustomizations take variables from, as the cluster holds them. */
async function clusterValues(client: ClusterClient, { before, after }: OwnLayers): Promise<ValueSource> {
  const found = new Map<string, Readonly<Record<string, string>>>();
  for (const { kustomization } of [...before, ...after]) {
    for (const ref of kustomization === undefined ? [] : valuesRefs(kustomization)) {
      if (found.has(keyOf(ref)) || (ref.kind !== "ConfigMap" && ref.kind !== "Secret")) continue;
      const object = await client.get({ apiVersion: "v1", ...ref });
      const entries = Object.entries(object?.data ?? {});
      const decode = (value: string): string =>
        ref.kind === "Secret" ? Buffer.from(value, "base64").toString("utf8") : value;
      found.set(keyOf(ref), Object.fromEntries(entries.map(([name, value]) => [name, decode(value)])));
    }
  }
  return (ref) => found.get(keyOf(ref));
}

function keyOf({ kind, namespace, name }: ValuesRef): string {
  return `${kind} ${namespace}/${name}`;
}
