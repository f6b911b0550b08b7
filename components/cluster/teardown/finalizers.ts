import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterClient } from "../client";
import { fluxNamespace, toolkitFinalizer, toolkitGroups } from "../flux-kinds";
import { refOf, type LiveObject } from "../live-object";

/** A controller that is still on its way out may put a finalizer back: the objects must stay free of them this many times. */
const quietRounds = 2;
const pause = 500;
const maximumRounds = 60;

/** Takes the toolkit's finalizers off every object of the toolkit; without controllers nothing else could, and their CRDs would stay for ever. */
export async function stripFinalizers(client: ClusterClient): Promise<void> {
  let quiet = 0;
  for (let round = 0; quiet < quietRounds && round < maximumRounds; round += 1) {
    if (round > 0) await sleep(pause);
    const held = (await toolkitObjects(client)).filter(isHeld);
    quiet = held.length === 0 ? quiet + 1 : 0;
    await Promise.all(held.map((object) => client.merge(refOf(object), withoutFinalizer(object))));
  }
}

/** Whether the controllers that handle the finalizers of the bootstrap's own objects are there to do it. */
export async function controllersRun(client: ClusterClient): Promise<boolean> {
  const deployments = ["source-controller", "kustomize-controller"].map((name) =>
    client.get({ apiVersion: "apps/v1", kind: "Deployment", name, namespace: fluxNamespace }),
  );
  const available = (await Promise.all(deployments)).map((deployment) => deployment?.status?.["availableReplicas"]);
  return available.every((replicas) => typeof replicas === "number" && replicas > 0);
}

async function toolkitObjects(client: ClusterClient): Promise<readonly LiveObject[]> {
  const kinds = (await Promise.all(toolkitGroups.map((group) => client.kinds(group)))).flat();
  return (await Promise.all(kinds.map(({ apiVersion, kind }) => client.list(apiVersion, kind)))).flat();
}

function isHeld(object: LiveObject): boolean {
  return (object.metadata.finalizers ?? []).includes(toolkitFinalizer);
}

function withoutFinalizer(object: LiveObject): object {
  const others = (object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== toolkitFinalizer);
  return { metadata: { finalizers: others.length === 0 ? null : others } };
}
