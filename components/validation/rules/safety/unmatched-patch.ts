import { describeObject } from "../../../model/object";
import { mappingList } from "../../../kustomize/tree/parse";
import type { GateInput } from "../../gate-input";
import { type Accumulated, accumulated, transformed } from "../../read/kustomize/accumulated";
import { isMapping, mappingsAt } from "../../read/fields";
import { kustomizationsOf } from "../../read/kustomize/kustomizations";
import { describeTarget, selects } from "../../read/kustomize/patch-target";
import type { Finding, TreeRule } from "../../rule";

/** A patch with a target that matches nothing is skipped without a word. */
export const unmatchedPatch: TreeRule = {
  code: "unmatched-patch",
  scope: "tree",
  about: "every patch with a target, and every target of a replacement, matches an object of its kustomization",
  check(input) {
    const own = kustomizationsOf(input.tree).flatMap(({ path, folder, content }) =>
      [
        ...unmatched(input, folder, mappingList(content.patches)),
        ...unmatchedReplacements(input, folder, mappingList(content.replacements)),
      ].map((message): Finding => ({ path, message })),
    );
    return [...own, ...ofLayers(input)];
  },
};

/** Patches that a Flux Kustomization adds to its path. */
function ofLayers(input: GateInput): readonly Finding[] {
  return input.environments.flatMap(({ layers }) =>
    layers.flatMap(({ kustomization, folder, origin }) => {
      if (kustomization === undefined || folder === undefined) return [];
      const patches = mappingsAt(kustomization, "spec", "patches");
      return unmatched(input, folder, patches).map((message) => ({
        path: origin,
        resource: describeObject(kustomization),
        message,
      }));
    }),
  );
}

function unmatched(
  { tree }: GateInput,
  folder: string,
  patches: readonly Readonly<Record<string, unknown>>[],
): readonly string[] {
  if (!patches.some(({ target }) => isMapping(target))) return [];
  const objects = accumulated(tree, folder);
  if (objects === undefined || objects.length === 0) return [];
  return patches.flatMap(({ target, path }, index) => {
    if (!isMapping(target) || objects.some((object) => selects(target, object))) return [];
    const name = typeof path === "string" ? path : `patches[${index}]`;
    return [
      `the target of ${name} (${describeTarget(target)}) matches no object, so that the patch does nothing; objects here: ${listed(objects)}`,
    ];
  });
}

/** kustomize skips a replacement whose target selects nothing as well. */
function unmatchedReplacements(
  { tree }: GateInput,
  folder: string,
  replacements: readonly Readonly<Record<string, unknown>>[],
): readonly string[] {
  const targets = replacements.flatMap((replacement, index) =>
    mappingList(replacement.targets).map((target) => ({ index, select: target.select })),
  );
  if (targets.length === 0) return [];
  const objects = transformed(tree, folder);
  if (objects === undefined || objects.length === 0) return [];
  return targets.flatMap(({ index, select }) => {
    if (!isMapping(select) || objects.some((object) => selects(select, object))) return [];
    return [
      `a target of replacements[${index}] (${describeTarget(select)}) matches no object, so that nothing is replaced there; objects here: ${listed(objects)}`,
    ];
  });
}

function listed(objects: readonly Accumulated[]): string {
  const known = objects
    .map(({ kind, names }) => `${kind} ${names.at(-1) ?? ""}`)
    .slice(0, 8)
    .join(", ");
  return known === "" ? "none" : known;
}
