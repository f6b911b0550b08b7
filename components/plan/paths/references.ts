import { posix } from "node:path";
import { parseManifests } from "../../manifests/yaml";

/** Fields of a kustomization whose strings may name files or folders. */
const fileFields = [
  "resources",
  "bases",
  "components",
  "crds",
  "configurations",
  "generators",
  "transformers",
  "validators",
  "openapi",
  "replacements",
  "patches",
  "patchesStrategicMerge",
  "patchesJson6902",
  "configMapGenerator",
  "secretGenerator",
  "helmCharts",
];

/** Paths that a kustomization file may read, from the repository's root; names that are no paths of the tree are the caller's to drop. */
export function kustomizationReferences(path: string, text: string): readonly string[] {
  const folder = posix.dirname(path);
  return safeParse(text)
    .flatMap((document) => fileFields.flatMap((field) => strings(property(document, field))))
    .map((value) => value.slice(value.indexOf("=") + 1))
    .filter((value) => !value.includes("\n") && !value.includes("://"))
    .map((value) => normalize(posix.join(folder, value)));
}

/** `spec.path` of every Flux Kustomization in a text, from the repository's root. */
export function fluxPaths(text: string): readonly string[] {
  return safeParse(text).flatMap((object) => {
    const isKustomization =
      property(object, "kind") === "Kustomization" &&
      String(property(object, "apiVersion")).startsWith("kustomize.toolkit.fluxcd.io/");
    const path = property(property(object, "spec"), "path");
    return isKustomization && typeof path === "string" ? [normalize(path)] : [];
  });
}

/** A file that cannot be read as YAML names nothing: whoever judges the tree reports it. */
function safeParse(text: string): readonly unknown[] {
  try {
    return parseManifests(text);
  } catch {
    return [];
  }
}

function normalize(path: string): string {
  const joined = posix.normalize(`./${path}`).replace(/\/$/, "");
  return joined === "." ? "" : joined;
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function strings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap((entry) => strings(entry)) : [];
}
