import { parseManifests } from "../../manifests/yaml";
import type { FileTree } from "../../model/file-tree";
import { clusterOf } from "../paths/cluster-folders";
import { editAsCode } from "./edit-as-code";

/**
 * Where somebody's version of a file stays, the code that makes it what the source wants, so that the next run is clean without a
 * resolution. In lines for people, one text a file; nothing of files that are no single object in YAML.
 */
export function foreignCode(
  left: ReadonlySet<string>,
  tree: FileTree,
  atHead: ReadonlyMap<string, string>,
): readonly string[] {
  return [...left].sort().flatMap((path) => {
    const [ours, theirs] = [tree.get(path), atHead.get(path)];
    const objects = ours?.kind === "text" && theirs !== undefined ? bothOf(ours.content, theirs) : undefined;
    if (objects === undefined) return [];
    const code = editAsCode(...objects);
    if (code === undefined)
      return [
        `${path}: the source says the same by now; its resolution "ours" would change nothing but comments and form`,
      ];
    const removal = /: null\b/.test(code) ? " (null: remove the field)" : "";
    return [`${path}: ${placeOf(path)}${removal}, remove its resolution, and the edit is the source's own:\n${code}`];
  });
}

/** Where the source says what a generated file holds. */
function placeOf(path: string): string {
  if (clusterOf(path) !== undefined) return "set in the environment, or in its configuration, what leads to this";
  if (path.endsWith("/kustomization.yaml"))
    return "give the overlay the images, replicas, namespace or objects that lead to this";
  if (path.endsWith("-json-patch.yaml")) return "put this into the overlay's `jsonPatches`";
  if (path.endsWith("replicas-patch.yaml")) return "set the number in the overlay's `replicas`";
  if (path.endsWith("-patch.yaml")) return "merge this into the overlay's `patches`";
  return path.includes("/base/")
    ? "merge this into the app's object, which all environments share"
    : "merge this into the object that the overlay adds";
}

/** Undefined for what is no single object on both sides. */
function bothOf(ours: string, theirs: string): readonly [unknown, unknown] | undefined {
  try {
    const [[before, ...more], [after, ...others]] = [parseManifests(ours), parseManifests(theirs)];
    return more.length + others.length > 0 || after === undefined ? undefined : [before, after];
  } catch {
    return undefined;
  }
}
