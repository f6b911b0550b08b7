import { describeObject, type KubernetesObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { knownNames } from "../../../model/report/closest";
import { stringAt } from "../../read/fields";
import {
  fluxNamespace,
  isHelmRelease,
  namespaceOf,
  type Reference,
  releaseName,
  releaseNamespace,
} from "../../read/flux";
import type { Finding } from "../../rule";

/** What needs an object, and where it says so. */
export interface Need {
  readonly owner: PlacedObject;
  readonly reference: Reference;
  /** `env TOKEN of container web`. */
  readonly place: string;
}

/** Reports an object that nobody declares, or that a later layer does. */
export function findNeeded(environment: GateEnvironment, { owner, reference, place }: Need): readonly Finding[] {
  const { object, origin, layer } = owner;
  const name = `${reference.kind} ${reference.namespace}/${reference.name}`;
  const finding = (message: string): readonly Finding[] => [
    { path: origin, resource: describeObject(object), message, names: [wanted(reference)] },
  ];
  const found = environment.find(reference);
  const reach = environment.reach(layer);
  if (found.some((other) => reach.has(other.layer.key))) return [];
  const [late] = found;
  if (late !== undefined) {
    return finding(
      `${place} needs ${name} of layer ${late.layer.name} (${late.origin}), which is not applied before layer ${layer.name}; add it to dependsOn, or move the object`,
    );
  }
  if (layer.root && reference.namespace === fluxNamespace) return []; // The run that bootstraps the cluster plants it.
  if (environment.provided(reference) !== undefined || isMadeInCluster(environment, reference, object)) return [];
  const known = environment.objects
    .filter(({ object: other }) => other.kind === reference.kind && namespaceOf(other) === reference.namespace)
    .map(({ object: other }) => other.metadata.name);
  return finding(
    `${place} needs ${name}, which no layer declares; in that namespace: ${knownNames(known, reference.name)}`,
  );
}

/** A Secret may come from an object of another kind. */
function wanted({ kind, name }: Reference): string {
  return kind === "Secret" ? name : `${kind} ${name}`;
}

/** Kinds whose controllers make a Secret or ConfigMap, and the fields that name it. */
const makers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ExternalSecret: [["spec", "target", "name"]],
  SealedSecret: [["spec", "template", "metadata", "name"]],
  Certificate: [["spec", "secretName"]],
  VaultStaticSecret: [["spec", "destination", "name"]],
  OnePasswordItem: [],
  Password: [],
};

/** Objects that only the cluster has: made by a controller from another object, by a chart, or by Kubernetes in every namespace. */
function isMadeInCluster(
  { objects }: GateEnvironment,
  { kind, namespace, name }: Reference,
  owner: KubernetesObject,
): boolean {
  if (kind === "ConfigMap" && name === "kube-root-ca.crt") return true;
  if (kind === "ServiceAccount" && name === "default") return true;
  return objects.some(({ object }) => {
    // What a release needs has to be there before its chart makes anything.
    if (object === owner) return false;
    if (isHelmRelease(object)) return releaseNamespace(object) === namespace && name.startsWith(releaseName(object));
    const fields = makers[object.kind];
    if (fields === undefined || kind !== "Secret" || namespaceOf(object) !== namespace) return false;
    const named = fields.map((path) => stringAt(object, ...path)).find((value) => value !== undefined);
    return (named ?? object.metadata.name) === name;
  });
}
