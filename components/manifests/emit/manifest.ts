import { emitMapping } from "./value";

/** What identifies an object, in the order that people write it. */
const identity = ["apiVersion", "kind", "metadata"];

/** Writes one Kubernetes object as a YAML document: apiVersion, kind and metadata first, then the fields as given. */
export function stringifyManifest(object: object): string {
  const keys = Object.keys(object);
  const inOrder = identity.every((field, index) => keys[index] === field);
  const ordered = inOrder ? keys : [...identity, ...keys.filter((field) => !identity.includes(field))];
  return `${emitMapping(object, ordered)}\n`;
}

/** Writes several objects as one file of documents. */
export function stringifyManifests(objects: readonly object[]): string {
  return objects.map(stringifyManifest).join("---\n");
}
