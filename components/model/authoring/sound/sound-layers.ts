import { isDuration } from "../../duration";
import type { Layer } from "../../environment";
import { findCycle } from "../faults/layer-graph";
import { isLabel } from "../names";
import { isRepositoryFolder } from "../repository-path";

/** The layers that can be rendered beside each other, with what of them is wrong replaced by its default. */
export function soundLayers(layers: readonly Layer[]): {
  readonly layers: readonly Layer[];
  readonly dropped: readonly Layer[];
} {
  const kept: Layer[] = [];
  const dropped: Layer[] = [];
  for (const layer of layers) (isSound(layer, kept) ? kept : dropped).push(layer);
  return { layers: withoutCycles(kept).map(withDurations), dropped };
}

function isSound({ name, folder }: Layer, earlier: readonly Layer[]): boolean {
  const holds = (one: string, other: string): boolean => `${one}/`.startsWith(`${other}/`);
  return (
    isLabel(name) &&
    name !== "flux-system" &&
    isRepositoryFolder(folder) &&
    !earlier.some((other) => other.name === name || holds(other.folder, folder) || holds(folder, other.folder))
  );
}

/** Layers that depend on kept ones alone, and on none that depends on them. */
function withoutCycles(kept: readonly Layer[]): readonly Layer[] {
  const names = new Set(kept.map(({ name }) => name));
  const needs = new Map(
    kept.map((layer) => [layer.name, layer.dependsOn.filter((needed) => names.has(needed.name))] as const),
  );
  const linked = (): readonly Layer[] => {
    const made = new Map(kept.map((layer) => [layer.name, { ...layer, dependsOn: [] as Layer[] }]));
    for (const [name, needed] of needs)
      made.get(name)?.dependsOn.push(...needed.flatMap((other) => made.get(other.name) ?? []));
    return [...made.values()];
  };
  for (;;) {
    const layers = linked();
    const cycle = findCycle(layers);
    const [first, last] = [cycle[0], cycle.at(-2)];
    if (first === undefined || last === undefined) return layers;
    needs.set(
      last.name,
      (needs.get(last.name) ?? []).filter(({ name }) => name !== first.name),
    );
  }
}

function withDurations(layer: Layer): Layer {
  return {
    ...layer,
    interval: isDuration(layer.interval) ? layer.interval : "1h",
    retryInterval: isDuration(layer.retryInterval) ? layer.retryInterval : "1m",
    timeout: isDuration(layer.timeout) ? layer.timeout : "5m",
  };
}
