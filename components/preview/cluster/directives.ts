import type { KubernetesObject } from "../../model/object";
import { at, stringAt } from "../../validation/read/fields";

const group = "kustomize.toolkit.fluxcd.io";

/** Name of the Kustomization that an object says it was applied by. */
export function ownerName({ metadata: { labels } }: KubernetesObject): string | undefined {
  return labels?.[`${group}/name`];
}

/** Labels by which Flux knows what a Kustomization has applied. */
export function ownerLabels({ key, name }: { readonly key: string; readonly name: string }): Labels {
  return { [`${group}/name`]: name, [`${group}/namespace`]: key.slice(0, key.indexOf("/")) };
}

type Labels = Readonly<Record<string, string>>;

/** Whether an annotation or a label of an object, `ssa` or the like, has a value; the kustomize-controller compares without case. */
function says(object: KubernetesObject, name: string, value: string): boolean {
  const { annotations, labels } = object.metadata;
  return [annotations, labels].some((texts) => texts?.[`${group}/${name}`]?.toLowerCase() === value.toLowerCase());
}

/** Whether Flux leaves what others have set on an object. */
export function isMerged(object: KubernetesObject): boolean {
  return says(object, "ssa", "Merge");
}

/** The annotation that keeps Flux from changing an object that exists, if there is one. */
export function applyExemption(object: KubernetesObject): string | undefined {
  return createExemption(object) ?? (says(object, "ssa", "IfNotPresent") ? `${group}/ssa: IfNotPresent` : undefined);
}

/** The annotation that keeps Flux from creating an object, if there is one. */
export function createExemption(object: KubernetesObject): string | undefined {
  if (says(object, "reconcile", "disabled")) return `${group}/reconcile: disabled`;
  return says(object, "ssa", "Ignore") ? `${group}/ssa: Ignore` : undefined;
}

/** The annotation that keeps Flux from deleting an object, if there is one. */
export function pruneExemption(object: KubernetesObject): string | undefined {
  return says(object, "prune", "disabled") ? `${group}/prune: disabled` : createExemption(object);
}

/** Whether an object itself asks to be deleted and created anew where a field cannot change. */
export function isForcedByItself(object: KubernetesObject): boolean {
  return says(object, "force", "enabled");
}

/** Whether a Kustomization does so with everything that it applies. */
export function forces(kustomization: KubernetesObject | undefined): boolean {
  return at(kustomization, "spec", "force") === true;
}

/** Whether a Kustomization neither applies nor deletes anything. */
export function isSuspended(kustomization: KubernetesObject | undefined): boolean {
  return at(kustomization, "spec", "suspend") === true;
}

/** Whether a Kustomization deletes what it no longer applies. */
export function prunes(kustomization: KubernetesObject | undefined): boolean {
  return kustomization === undefined || at(kustomization, "spec", "prune") === true;
}

/** Whether the end of a Kustomization is the end of what it applied. */
export function prunesAtItsEnd(kustomization: KubernetesObject | undefined): boolean {
  switch (stringAt(kustomization, "spec", "deletionPolicy")) {
    case "Delete":
    case "WaitForTermination":
      return true;
    case "Orphan":
      return false;
    case undefined:
    default:
      return prunes(kustomization);
  }
}
