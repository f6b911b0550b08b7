import { emitValue } from "./value";

/** What identifies an object, in the order that people write it. */
const identity = ["apiVersion", "kind", "metadata"];

/** Writes one Kubernetes object as a YAML document: apiVersion, kind and metadata first, then the fields as given. */
export function stringifyManifest(object: object): string {
  return `${emitValue(identityFirst(object))}\n`;
}

/** Writes several objects as one file of documents. */
export function stringifyManifests(objects: readonly object[]): string {
  return objects.map(stringifyManifest).join("---\n");
}

function identityFirst(object: object): object {
  const fields = Object.keys(object);
  if (identity.every((field, index) => fields[index] === field)) return object;
  const { apiVersion, kind, metadata, ...others } = object as Readonly<Record<string, unknown>>;
  return { apiVersion, kind, metadata, ...others };
}
