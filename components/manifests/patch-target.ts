import type { KubernetesObject } from "../model/object";

type Fields = Readonly<Record<string, unknown>>;

/** A patch file beside its entry in `patches` of the kustomization. */
export interface PatchFile {
  readonly name: string;
  readonly content: string;
  readonly entry: { readonly path: string; readonly target?: object };
}

/** Adds what kustomize finds the patched object by. */
export function addressed(target: KubernetesObject, body: Fields): Fields {
  const { name, namespace } = target.metadata;
  const metadata = { name, namespace, ...(typeof body["metadata"] === "object" ? body["metadata"] : {}) };
  return { apiVersion: target.apiVersion, kind: target.kind, ...body, metadata };
}

/** `target` of a patch that does not name its object itself. */
export function selector({ apiVersion, kind, metadata }: KubernetesObject): object {
  const [version, group] = apiVersion.split("/").reverse();
  return { group, version, kind, name: metadata.name, namespace: metadata.namespace };
}
