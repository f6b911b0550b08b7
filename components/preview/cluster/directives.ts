import type { KubernetesObject } from "../../model/object";
import { at, stringAt } from "../../validation/read/fields";

const group = "kustomize.toolkit.fluxcd.io";

/** Value of one of the kustomize-controller's own annotations or labels of an object: `prune`, `ssa`, `force`, `reconcile`, `substitute`. */
export function directive(object: KubernetesObject, name: string): string | undefined {
  const key = `${group}/${name}`;
  return object.metadata.annotations?.[key] ?? object.metadata.labels?.[key];
}

/** The annotation that keeps Flux from changing an object that exists, if there is one. */
export function applyExemption(object: KubernetesObject): string | undefined {
  const ssa = directive(object, "ssa");
  if (directive(object, "reconcile") === "disabled") return `${group}/reconcile: disabled`;
  return ssa === "Ignore" || ssa === "IfNotPresent" ? `${group}/ssa: ${ssa}` : undefined;
}

/** The annotation that keeps Flux from creating an object, if there is one. */
export function createExemption(object: KubernetesObject): string | undefined {
  const exemption = applyExemption(object);
  return exemption?.endsWith("IfNotPresent") === true ? undefined : exemption;
}

/** The annotation that keeps Flux from deleting an object, if there is one. */
export function pruneExemption(object: KubernetesObject): string | undefined {
  const name = ["prune", "reconcile"].find((candidate) => directive(object, candidate) === "disabled");
  return name === undefined ? undefined : `${group}/${name}: disabled`;
}

/** Whether an object itself asks to be deleted and created anew where a field cannot change. */
export function isForcedByItself(object: KubernetesObject): boolean {
  return directive(object, "force")?.toLowerCase() === "enabled";
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
