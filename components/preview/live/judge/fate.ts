import type { LiveObject } from "../../../cluster/live-object";
import type { KubernetesObject } from "../../../model/object";
import type { PrunedObject } from "../../changes";
import { ownerLabels, ownerName, pruneExemption } from "../../cluster/directives";
import type { PlacedObject } from "../questions";

/** A live object as the readers of annotations and labels take it. */
export function asManifest(live: LiveObject): KubernetesObject {
  return { ...live, metadata: { ...live.metadata, labels: labelsOf(live) } };
}

/** What else keeps or takes objects. */
export interface Lost {
  readonly lost?: ReadonlySet<string>;
  readonly suspended: ReadonlySet<string>;
}

/**
 * What keeps Flux from deleting an object that Git no longer has, as the end of a sentence; undefined where nothing does.
 * `lost` holds the namespaces that are deleted: nothing in them stays. `suspended` holds the keys of the layers that do nothing.
 */
export function keptBecause(
  { cause, lost, suspended }: Pick<PrunedObject, "cause"> & Lost,
  before: PlacedObject | undefined,
  live: LiveObject | undefined,
): string | undefined {
  if (live === undefined) return "the cluster does not have it";
  if (lost?.has(before?.object.metadata.namespace ?? "") === true) return undefined;
  if (cause.kind === "namespace") return before === undefined ? undefined : "its namespace stays";
  if (cause.kind === "definition") return undefined;
  if (before !== undefined && suspended.has(before.layer.key)) return `Kustomization ${before.layer.name} is suspended`;
  if (cause.kind === "forced") return undefined;
  const annotation = pruneExemption(asManifest(live));
  if (annotation !== undefined) return `the live object carries ${annotation}`;
  if (before === undefined) return undefined;
  if (isOwned(live, before)) return undefined;
  const owner = ownerName(asManifest(live));
  return owner === undefined
    ? "no Kustomization has applied it"
    : `it was last applied by Kustomization ${owner}, not by ${before.layer.name}`;
}

/** Why Flux deletes an object that Git lets it keep, as the end of a sentence. */
export function exposedBecause(before: PlacedObject, live: LiveObject | undefined): string | undefined {
  const annotation = pruneExemption(before.object);
  if (live === undefined || annotation === undefined || pruneExemption(asManifest(live)) !== undefined)
    return undefined;
  if (!isOwned(live, before)) return undefined;
  return `Git has ${annotation} on it, and the live object does not, so that Flux deletes it`;
}

/** Flux deletes only what carries the labels of the Kustomization that no longer applies it. */
function isOwned(live: LiveObject, { layer }: PlacedObject): boolean {
  return Object.entries(ownerLabels(layer)).every(([key, value]) => labelsOf(live)[key] === value);
}

function labelsOf({ metadata }: LiveObject): Readonly<Record<string, string>> {
  const found: object = "labels" in metadata && typeof metadata.labels === "object" ? (metadata.labels ?? {}) : {};
  return Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === "string"));
}
