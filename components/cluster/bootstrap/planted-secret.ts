import type { ClusterClient } from "../client";
import { fluxNamespace } from "../flux-kinds";
import type { ObjectRef } from "../live-object";

/** Entry of a Secret → value in clear. */
export type SecretEntries = Readonly<Record<string, string>>;

/** Brings a Secret of Flux's namespace to the given entries. */
export async function plantSecret(client: ClusterClient, name: string, entries: SecretEntries): Promise<void> {
  const data = Object.entries(entries).map(([key, value]) => [key, Buffer.from(value).toString("base64")] as const);
  await client.apply(refOf(name), { type: "Opaque", data: Object.fromEntries(data) });
}

/** What a Secret of Flux's namespace holds; undefined when it does not exist. */
export async function readSecret(client: ClusterClient, name: string): Promise<SecretEntries | undefined> {
  const live = await client.get(refOf(name));
  if (live === undefined) return undefined;
  const entries = Object.entries(live.data ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, Buffer.from(value, "base64").toString("utf8")]));
}

/** Takes a Secret of Flux's namespace away. */
export async function removeSecret(client: ClusterClient, name: string): Promise<void> {
  await client.remove(refOf(name));
}

function refOf(name: string): ObjectRef {
  return { apiVersion: "v1", kind: "Secret", name, namespace: fluxNamespace };
}
