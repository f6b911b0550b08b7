import type { GateLayer } from "../../validation/gate-input";
import { mappingAt, stringAt } from "../../validation/read/fields";
import { namespaceOf, sourceOf } from "../../validation/read/flux";

/** What an environment's cluster follows, as its own root Kustomization and source say: a branch, or something else in words. */
export type Follows =
  { readonly kind: "branch"; readonly branch: string } | { readonly kind: "other"; readonly what: string };

/** Reads what the cluster of these layers follows; undefined where its folder does not say. */
export function followsOf(layers: readonly GateLayer[]): Follows | undefined {
  const root = layers.find((layer) => layer.root)?.kustomization;
  const source = root === undefined ? undefined : sourceOf(root);
  if (source === undefined) return undefined;
  const objects = layers.flatMap(({ build }) => build.objects.map(({ object }) => object));
  const found = objects.find(
    (object) =>
      object.kind === source.kind && object.metadata.name === source.name && namespaceOf(object) === source.namespace,
  );
  const ref = mappingAt(found, "spec", "ref");
  if (source.kind !== "GitRepository") return { kind: "other", what: `${source.kind} ${source.name}` };
  const [pinned] = ["commit", "name", "semver", "tag"].filter((field) => ref[field] !== undefined);
  if (pinned !== undefined) return { kind: "other", what: `${pinned} ${stringAt(ref, pinned) ?? ""}`.trim() };
  return { kind: "branch", branch: stringAt(ref, "branch") ?? "master" };
}
