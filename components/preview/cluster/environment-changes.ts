import { isDeepStrictEqual } from "node:util";
import type { Evaluate } from "../../validation/schema/cel/expressions";
import type { EnvironmentChanges, PrunedObject, Reach, UnknownLayer } from "../changes";
import { isGrave, weight } from "../grave";
import type { AppliedLayer } from "./applied";
import { cascades } from "./cascades";
import { appliedChanges } from "./changed-objects";
import { isSuspended } from "./directives";
import { removals, type LayerPair, type Pruning } from "./removals";

/** One cluster before and after a change. */
export interface EnvironmentPair extends LayerPair {
  readonly environment: string;
  readonly reach: Reach;
  /** Whether the run's configuration lets Flux delete an object of this name. */
  readonly isAllowed: (name: string) => boolean;
  /** Evaluates the rules that definitions have about changes. @default they are left to the API server */
  readonly evaluate?: Evaluate;
}

/** What a change makes Flux do in one cluster. */
export function environmentChanges(pair: EnvironmentPair): EnvironmentChanges {
  const { created, changed } = appliedChanges(pair, pair.evaluate);
  const { pruned, left, moved } = removals(pair);
  const forced = changed.flatMap(({ name, kind, layer, origin, effect }): readonly Pruning[] =>
    effect.kind === "replaced" && (isGrave(kind) || !effect.byItself)
      ? [{ name, kind, layer, origin, cause: { kind: "forced", fields: effect.fields } }]
      : [],
  );
  const cascaded = cascades(pruned, pair.before);
  const all = [...pruned.values(), ...cascaded, ...forced];
  const lost = new Set(cascaded.map(({ name }) => name));
  return {
    environment: pair.environment,
    reach: pair.reach,
    pruned: inOrder(all).map((pruning): PrunedObject => ({ ...pruning, allowed: pair.isAllowed(pruning.name) })),
    changed: byName(changed),
    created: byName(created),
    moved: byName(moved),
    left: byName(left.filter(({ name }) => !lost.has(name))),
    unknown: unknownLayers(pair),
  };
}

/** Layers that cannot be followed although something about them may have changed. */
function unknownLayers({ before, after }: LayerPair): readonly UnknownLayer[] {
  const old = new Map(before.map((layer) => [layer.key, layer]));
  const found = [...after, ...before.filter(({ key }) => !after.some((layer) => layer.key === key))];
  return found.flatMap((layer) => {
    const reason = unknownReason(old.get(layer.key), layer);
    return reason === undefined ? [] : [{ layer: layer.name, reason }];
  });
}

function unknownReason(before: AppliedLayer | undefined, after: AppliedLayer): string | undefined {
  if (after.unknown !== undefined || before?.unknown !== undefined) {
    const same = before?.unknown === after.unknown && isDeepStrictEqual(before?.kustomization, after.kustomization);
    return same ? undefined : (after.unknown ?? before?.unknown);
  }
  const changes =
    before === undefined ||
    [...after.objects].some(([identity, { object }]) => before.objects.get(identity)?.object !== object);
  return isSuspended(after.kustomization) && changes
    ? "it is suspended, so that Flux applies nothing until it is resumed"
    : undefined;
}

function inOrder(pruned: readonly Pruning[]): readonly Pruning[] {
  return [...byName(pruned)].sort((a, b) => weight(a.kind) - weight(b.kind));
}

function byName<T extends { readonly name: string }>(objects: readonly T[]): readonly T[] {
  return [...objects].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}
