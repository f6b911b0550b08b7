import type { KubernetesObject, ObjectMetadata } from "../object";

/** `metadata` as an author writes it; what the API server fills in is left out. */
export interface Metadata extends ObjectMetadata {
  readonly labels?: Record<string, string>;
  readonly annotations?: Record<string, string>;
}

/** What a builder takes: the kind's real fields, without the two that it sets itself. */
export type Input<K extends KubernetesObject> = Omit<K, "apiVersion" | "kind">;

/** Any object that has no builder of its own; give it a type to have its fields checked: `customObject<ServiceMonitor>({...})`. */
export function customObject<T extends KubernetesObject>(object: T): T {
  return object;
}
