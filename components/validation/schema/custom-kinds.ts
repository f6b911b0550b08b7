import type { KubernetesObject } from "../../model/object";
import { at, isMapping, type Mapping, mappingsAt, stringAt } from "../read/fields";

/** One version of a custom kind, as a CustomResourceDefinition declares it. */
export interface CustomKind {
  /** `source.toolkit.fluxcd.io/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly served: boolean;
  readonly namespaced: boolean;
  readonly schema: Mapping | undefined;
}

/** The kinds that a CustomResourceDefinition declares; none for any other object. */
export function customKinds(object: KubernetesObject): readonly CustomKind[] {
  const group = stringAt(object, "spec", "group");
  const kind = stringAt(object, "spec", "names", "kind");
  if (object.kind !== "CustomResourceDefinition" || group === undefined || kind === undefined) return [];
  return mappingsAt(object, "spec", "versions").map((version) => {
    const schema = at(version, "schema", "openAPIV3Schema");
    return {
      apiVersion: `${group}/${stringAt(version, "name") ?? ""}`,
      kind,
      served: version.served === true,
      namespaced: stringAt(object, "spec", "scope") !== "Cluster",
      schema: isMapping(schema) ? schema : undefined,
    };
  });
}
