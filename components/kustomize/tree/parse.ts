import { parseYaml } from "../../manifests/yaml";

/** A kustomization file as far as the builder reads it; every other field is passed through. */
export type Kustomization = Readonly<Record<string, unknown>>;

const parsed = new Map<string, Kustomization | undefined>();

/** Whether a content has been read, or remembered, in this process. */
export function isParsed(content: string): boolean {
  return parsed.has(content);
}

/** Takes the word of an earlier run for what a content holds. */
export function rememberKustomization(content: string, value: unknown): void {
  parsed.set(content, isMapping(value) ? value : undefined);
}

/** Reads a kustomization file; undefined where it is no YAML mapping, which kustomize itself reports when it builds. */
export function parseKustomization(content: string): Kustomization | undefined {
  if (!parsed.has(content)) parsed.set(content, read(content));
  return parsed.get(content);
}

/** The strings of a list field, `[]` where it is absent or of another type. */
export function stringList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}

/** The mappings of a list field, `[]` where it is absent or of another type. */
export function mappingList(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMapping) : [];
}

/** Tells a mapping from lists and scalars. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function read(content: string): Kustomization | undefined {
  try {
    const value = parseYaml(content);
    return isMapping(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
