import { isMapping } from "../../kustomize/tree/parse";

const first = ["apiVersion", "kind", "metadata", "name", "namespace", "labels", "annotations", "image"];

/** Gives the fields of a value that kustomize has sorted the order in which a person wrote them; new ones come last. */
export function inWrittenOrder<T>(value: T, written: unknown): T {
  return ordered(value, written) as T;
}

function ordered(value: unknown, written: unknown): unknown {
  if (Array.isArray(value)) {
    const samples: readonly unknown[] = Array.isArray(written) ? written : [];
    return value.map((entry: unknown, index) => ordered(entry, sampleOf(entry, samples) ?? samples[index]));
  }
  if (!isMapping(value)) return value;
  const sample = isMapping(written) ? written : {};
  const places = isMapping(written) ? Object.keys(written) : first;
  const place = (key: string): number => (places.includes(key) ? places.indexOf(key) : places.length);
  const keys = Object.keys(value).sort((a, b) => place(a) - place(b));
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key], sample[key])]));
}

function sampleOf(entry: unknown, samples: readonly unknown[]): unknown {
  return isMapping(entry) && entry.name !== undefined
    ? samples.find((sample) => isMapping(sample) && sample.name === entry.name)
    : undefined;
}
