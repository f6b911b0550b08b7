import type { ClusterClient } from "../client";
import { helmReleaseKind, kustomizationKind, kustomizationRef } from "../flux-kinds";
import { refOf, type LiveObject } from "../live-object";

/** Marks what a teardown suspended, so that a later update resumes that and nothing else. */
export const suspendedBy = "flux-monorepo/suspended-by";

const suspend = { metadata: { annotations: { [suspendedBy]: "teardown" } }, spec: { suspend: true } };
const resume = { metadata: { annotations: { [suspendedBy]: null } }, spec: { suspend: null } };

/**
 * Suspends the root first, so that it cannot bring back what follows, then every Kustomization and HelmRelease. A suspended
 * Kustomization is deleted without pruning what it applied.
 */
export async function suspendAll(client: ClusterClient, root: string): Promise<void> {
  await client.merge(kustomizationRef(root), suspend);
  const objects = await reconciledObjects(client);
  await Promise.all(
    objects.filter((object) => !isSuspended(object)).map((object) => client.merge(refOf(object), suspend)),
  );
}

/** Resumes what a teardown that did not finish left suspended. */
export async function resumeAll(client: ClusterClient): Promise<void> {
  const objects = await reconciledObjects(client);
  await Promise.all(objects.filter(wasSuspendedHere).map((object) => client.merge(refOf(object), resume)));
}

async function reconciledObjects(client: ClusterClient): Promise<readonly LiveObject[]> {
  const lists = await Promise.all(
    [kustomizationKind, helmReleaseKind].map(({ apiVersion, kind }) => client.list(apiVersion, kind)),
  );
  return lists.flat();
}

function isSuspended(object: LiveObject): boolean {
  return object.spec?.["suspend"] === true;
}

function wasSuspendedHere(object: LiveObject): boolean {
  return object.metadata.annotations?.[suspendedBy] !== undefined;
}
