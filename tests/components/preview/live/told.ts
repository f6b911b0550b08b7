import type { KubernetesObject } from "../../../../components/model/object";
import type { LiveChanges } from "../../../../components/preview/live/live-changes";
import { cluster, layer, object } from "../objects";
import { owned } from "./live";

/** Of the annotations that Flux reads. */
export const prefix = "kustomize.toolkit.fluxcd.io";
/** A ConfigMap of one value. */
export const map = (value: string, fields: Readonly<Record<string, unknown>> = {}): KubernetesObject =>
  object("ConfigMap", "web/a", { data: { value }, ...fields });
/** What the cluster holds of that ConfigMap. */
export const held = (own: KubernetesObject | undefined): ReadonlyMap<string, KubernetesObject | undefined> =>
  new Map([["ConfigMap web/a", own && owned(own, { name: "apps" })]]);
/** A cluster of one layer. */
export const apps = (...objects: readonly KubernetesObject[]): ReturnType<typeof cluster> =>
  cluster(layer("apps", objects));
/** Fields of an object that carries an annotation of Flux. */
export const annotated = (name: string, value: string): Readonly<Record<string, unknown>> => ({
  annotations: { [`${prefix}/${name}`]: value },
});

/** The parts that have anything in them, each as lines. */
export function told(changes: LiveChanges): Readonly<Record<string, readonly string[]>> {
  const line = (entry: LiveChanges[keyof LiveChanges][number]): string => {
    if (typeof entry === "string") return entry;
    if ("because" in entry) return `${entry.name}: ${entry.because}`;
    if ("reason" in entry) return `${entry.name}: ${entry.reason}${entry.already ? " (already)" : ""}`;
    return `${entry.name}: ${entry.fields.map(({ path, before, after }) => `${path} ${String(before)}→${String(after)}`).join()}`;
  };
  const parts = Object.entries(changes) as readonly (readonly [string, LiveChanges[keyof LiveChanges]])[];
  return Object.fromEntries(parts.filter(([, list]) => list.length > 0).map(([part, list]) => [part, list.map(line)]));
}
