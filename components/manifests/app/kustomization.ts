import { stringifyManifest } from "../emit/manifest";
import { withHeader } from "../header";

/** Writes a kustomization.yaml with the given fields, in their order; fields that are undefined or empty lists are left out, except `resources`. */
export function kustomizationFile(fields: {
  readonly resources: readonly string[];
  readonly [field: string]: unknown;
}): string {
  const object: Record<string, unknown> = { apiVersion: "kustomize.config.k8s.io/v1beta1", kind: "Kustomization" };
  object["resources"] = fields.resources;
  for (const [field, value] of Object.entries(fields)) {
    if (!(Array.isArray(value) && value.length === 0)) object[field] = value;
  }
  return withHeader(stringifyManifest(object));
}
