import { stringifyManifest } from "../emit/manifest";
import { withHeader } from "../header";

/** Writes a kustomization.yaml with the given fields, in their order; fields that are undefined or empty lists are left out, except `resources`. */
export function kustomizationFile(fields: {
  readonly resources: readonly string[];
  readonly [field: string]: unknown;
}): string {
  const { resources, ...others } = fields;
  const set = Object.entries(others).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  const object = {
    apiVersion: "kustomize.config.k8s.io/v1beta1",
    kind: "Kustomization",
    resources,
    ...Object.fromEntries(set),
  };
  return withHeader(stringifyManifest(object));
}
