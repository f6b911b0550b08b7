import { emitValue } from "./value";

/** Writes one Kubernetes object as a YAML document: apiVersion, kind and metadata first, then the fields as given. */
export function stringifyManifest(object: object): string {
  const { apiVersion, kind, metadata, ...others } = object as Readonly<Record<string, unknown>>;
  return `${emitValue({ apiVersion, kind, metadata, ...others })}\n`;
}

/** Writes several objects as one file of documents. */
export function stringifyManifests(objects: readonly object[]): string {
  return objects.map(stringifyManifest).join("---\n");
}
