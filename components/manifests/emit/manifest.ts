import { emitValue } from "./value";

const firstKeys = ["apiVersion", "kind", "metadata"];

/** Writes one Kubernetes object as a YAML document: apiVersion, kind and metadata first, then the fields as given. */
export function stringifyManifest(object: object): string {
  return `${emitValue(inOrder(object))}\n`;
}

/** Writes several objects as one file of documents. */
export function stringifyManifests(objects: readonly object[]): string {
  return objects.map(stringifyManifest).join("---\n");
}

function inOrder(object: object): object {
  const source = new Map<string, unknown>(Object.entries(object));
  const first = firstKeys.filter((key) => source.has(key)).map((key): [string, unknown] => [key, source.get(key)]);
  return Object.fromEntries([...first, ...[...source].filter(([key]) => !firstKeys.includes(key))]);
}
