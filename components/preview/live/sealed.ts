import type { LiveObject } from "../../cluster/live-object";
import { placeholderAnnotation } from "../../manifests/sealed-placeholder";
import type { KubernetesObject } from "../../model/object";
import { at, mappingAt, stringsIn } from "../../validation/read/fields";
import { groupOf } from "../../validation/read/identity";

/** Whether SOPS has encrypted a part of an object, or will when it is committed. */
export function isSealed(object: KubernetesObject): boolean {
  return at(object, "sops") !== undefined || placeholderOf(object) !== undefined;
}

function placeholderOf({ metadata }: KubernetesObject): string | undefined {
  return metadata.annotations?.[placeholderAnnotation];
}

/** A sealed Secret as far as anyone can read it: its entries, without values; undefined where more than values is encrypted. */
export function sealedShape(object: KubernetesObject): KubernetesObject | undefined {
  if (object.kind !== "Secret" || groupOf(object) !== "") return undefined;
  const { [placeholderAnnotation]: placeholder, ...annotations } = object.metadata.annotations ?? {};
  const names =
    placeholder?.split(",") ?? ["data", "stringData"].flatMap((field) => Object.keys(mappingAt(object, field)));
  const rest = Object.entries(object).filter(([field]) => !["data", "stringData", "sops"].includes(field));
  for (const text of stringsIn(Object.fromEntries(rest))) if (text.startsWith("ENC[")) return undefined;
  const data = Object.fromEntries(names.filter((name) => name !== "").map((name) => [name, ""]));
  return {
    ...object,
    ...{ stringData: undefined, sops: undefined, data },
    metadata: { ...object.metadata, annotations },
  };
}

/**
 * Such a Secret with the values that the cluster holds, so that values make no difference; an entry that it lacks is empty. Undefined where
 * it lacks all of it.
 */
export function withLiveValues(shape: KubernetesObject, live: LiveObject | undefined): KubernetesObject | undefined {
  if (live === undefined) return undefined;
  const entries = Object.keys(mappingAt(shape, "data")).map((name) => [name, live.data?.[name] ?? ""] as const);
  return { ...shape, ...{ data: Object.fromEntries(entries) } };
}
