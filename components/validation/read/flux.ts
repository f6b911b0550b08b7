import type { KubernetesObject } from "../../model/object";
import { at, type Mapping, mappingAt, mappingsAt, stringAt } from "./fields";
import { groupOf } from "./identity";

/** A reference to an object of some kind, its namespace resolved. */
export interface Reference {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Namespace that Flux runs in. */
export const fluxNamespace = "flux-system";

/** Whether an object belongs to one of Flux's API groups. */
export function isFluxObject(object: { readonly apiVersion: string }): boolean {
  return /(^|\.)(toolkit\.fluxcd\.io|extensions\.fluxcd\.io)$/.test(groupOf(object));
}

/** Whether an environment's tree holds Flux itself; otherwise something else installs it, with its namespace and definitions. */
export function installsFlux({
  objects,
}: {
  readonly objects: readonly { readonly object: KubernetesObject }[];
}): boolean {
  return objects.some(
    ({ object }) => object.kind === "CustomResourceDefinition" && object.metadata.name.endsWith(".toolkit.fluxcd.io"),
  );
}

/** Whether an object is the Kustomization that the kustomize-controller reconciles, not the file of kustomize. */
export function isFluxKustomization(object: KubernetesObject): boolean {
  return object.kind === "Kustomization" && groupOf(object) === "kustomize.toolkit.fluxcd.io";
}

/** Whether an object is a HelmRelease. */
export function isHelmRelease(object: KubernetesObject): boolean {
  return object.kind === "HelmRelease" && groupOf(object) === "helm.toolkit.fluxcd.io";
}

/** An object's namespace; one that has none lands in `default`. */
export function namespaceOf(object: KubernetesObject): string {
  return object.metadata.namespace ?? "default";
}

/** `spec.dependsOn` as namespace and name. */
export function dependenciesOf(object: KubernetesObject): readonly Reference[] {
  return mappingsAt(object, "spec", "dependsOn").map((entry) => referenceIn(entry, object, object.kind));
}

/** The source of a Kustomization, or of a HelmRelease by chart or chartRef. */
export function sourceOf(object: KubernetesObject): Reference | undefined {
  const paths = isHelmRelease(object) ? [["chartRef"], ["chart", "spec", "sourceRef"]] : [["sourceRef"]];
  const found = paths.map((path) => mappingAt(object, "spec", ...path)).find((entry) => entry.name !== undefined);
  return found === undefined ? undefined : referenceIn(found, object);
}

/** Namespace into which a HelmRelease installs. */
export function releaseNamespace(release: KubernetesObject): string {
  return stringAt(release, "spec", "targetNamespace") ?? namespaceOf(release);
}

/** Name that a HelmRelease's chart sees, with which charts begin the names of what they create. */
export function releaseName(release: KubernetesObject): string {
  const target = stringAt(release, "spec", "targetNamespace");
  const name = release.metadata.name;
  return stringAt(release, "spec", "releaseName") ?? (target === undefined ? name : `${target}-${name}`);
}

/** Whether a Kustomization waits until what it applied is ready: by `wait`, or by health checks. */
export function waits(kustomization: KubernetesObject): boolean {
  return at(kustomization, "spec", "wait") === true || mappingsAt(kustomization, "spec", "healthChecks").length > 0;
}

/** A reference of an object's own, its namespace that of the object unless it names another. */
export function referenceIn(entry: Mapping, owner: KubernetesObject, kind = stringAt(entry, "kind") ?? ""): Reference {
  return { kind, namespace: stringAt(entry, "namespace") ?? namespaceOf(owner), name: stringAt(entry, "name") ?? "" };
}

/** Whether Flux merges an object into one that the cluster may have, so that it need not be whole. */
export function isMerged({ metadata }: KubernetesObject): boolean {
  return metadata.annotations?.["kustomize.toolkit.fluxcd.io/ssa"] === "Merge";
}
