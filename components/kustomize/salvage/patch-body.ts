import { parseYaml } from "../../manifests/yaml";
import type { KubernetesObject } from "../../model/object";
import type { BuiltObject } from "../batch";
import { isMapping } from "../tree/parse";
import { type Piece, pathIn } from "./piece";

/** Text of a patch, inline or in a file. */
export function patchBody(piece: Piece, read: (path: string) => string | undefined): string {
  const { value } = piece;
  if (isMapping(value) && typeof value.patch === "string") return value.patch;
  const path = pathIn(piece);
  if (path !== undefined) return read(path) ?? "";
  return typeof value === "string" ? value : "";
}

/** The operations of a JSON patch; undefined for any other. */
export function operationsOf(body: string): readonly unknown[] | undefined {
  try {
    const parsed = parseYaml(body);
    return Array.isArray(parsed) ? (parsed as readonly unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** The first object that a patch with a target is about. */
export function targetOf({ value }: Piece, objects: readonly BuiltObject[]): KubernetesObject | undefined {
  const target = isMapping(value) && isMapping(value.target) ? value.target : undefined;
  if (target === undefined) return undefined;
  const fits = (pattern: unknown, text: string): boolean => {
    if (typeof pattern !== "string" || pattern === "") return true;
    try {
      return new RegExp(`^(?:${pattern})$`).test(text);
    } catch {
      return pattern === text;
    }
  };
  return objects.find(({ object }) => fits(target.kind, object.kind) && fits(target.name, object.metadata.name))
    ?.object;
}
