import type { LiveObject } from "../../cluster/live-object";
import type { KubernetesObject } from "../../model/object";
import type { PrunedObject } from "../changes";
import { directive, pruneExemption } from "../cluster/directives";
import { ownerLabels, type PlacedObject } from "./questions";

/** A live object as the readers of annotations and labels take it. */
export function asManifest(live: LiveObject): KubernetesObject {
  return { ...live, metadata: { ...live.metadata, labels: labelsOf(live) } };
}

/**
 * What keeps Flux from deleting an object that Git no longer has, as the end of a sentence; undefined where nothing does.
 * `lost` holds the namespaces that are deleted: nothing in them stays.
 */
export function keptBecause(
  { cause, lost }: Pick<PrunedObject, "cause"> & { readonly lost?: ReadonlySet<string> },
  before: PlacedObject | undefined,
  live: LiveObject | undefined,
): string | undefined {
  if (live === undefined) return "the cluster does not have it";
  if (lost?.has(before?.object.metadata.namespace ?? "") === true) return undefined;
  if (cause.kind === "namespace") return before === undefined ? undefined : "its namespace stays";
  if (cause.kind === "definition" || cause.kind === "forced") return undefined;
  const annotation = pruneExemption(asManifest(live));
  if (annotation !== undefined) return `the live object carries ${annotation}`;
  if (before === undefined) return undefined;
  const owned = Object.entries(ownerLabels(before.layer)).every(([key, value]) => labelsOf(live)[key] === value);
  if (owned) return undefined;
  const owner = directive(asManifest(live), "name");
  return owner === undefined
    ? "no Kustomization has applied it"
    : `it was last applied by Kustomization ${owner}, not by ${before.layer.name}`;
}

/** Why Flux deletes an object that Git lets it keep, as the end of a sentence. */
export function exposedBecause(before: KubernetesObject, live: LiveObject | undefined): string | undefined {
  const annotation = pruneExemption(before);
  if (live === undefined || annotation === undefined || pruneExemption(asManifest(live)) !== undefined)
    return undefined;
  return `Git has ${annotation} on it, and the live object does not, so that Flux deletes it`;
}

function labelsOf({ metadata }: LiveObject): Readonly<Record<string, string>> {
  const found: object = "labels" in metadata && typeof metadata.labels === "object" ? (metadata.labels ?? {}) : {};
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === "string"));
}
