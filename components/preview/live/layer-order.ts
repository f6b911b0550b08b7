import { dependenciesOf } from "../../validation/read/flux";
import type { AppliedLayer } from "../cluster/applied";

/** Layers in the order in which Flux applies them: the root, then each after what it depends on. */
export function inLayerOrder(layers: readonly AppliedLayer[]): readonly AppliedLayer[] {
  const depths = new Map(layers.map((layer) => [layer.key, layersBefore(layer, layers).size]));
  return [...layers].sort((a, b) => (depths.get(a.key) ?? 0) - (depths.get(b.key) ?? 0));
}

/** Keys of the layers that are applied before a layer: the root, and all that it depends on. */
export function layersBefore(layer: AppliedLayer, layers: readonly AppliedLayer[]): ReadonlySet<string> {
  const [root] = layers;
  const seen = new Set<string>(root === undefined || root.key === layer.key ? [] : [root.key]);
  const queue = [layer];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const { namespace, name } of next.kustomization === undefined ? [] : dependenciesOf(next.kustomization)) {
      const key = `${namespace}/${name}`;
      const found = layers.find((candidate) => candidate.key === key);
      if (found !== undefined && key !== layer.key && !seen.has(key)) queue.push(found);
      if (key !== layer.key) seen.add(key);
    }
  }
  return seen;
}
