import { describeObject } from "../../model/object";
import { dependenciesOf } from "../../validation/read/flux";
import type { LeftObject, MovedObject, PruneCause, PrunedObject, TouchedObject } from "../changes";
import { identityOf, type AppliedLayer, type AppliedObject } from "./applied";
import { isSuspended, pruneExemption, prunes, prunesAtItsEnd } from "./directives";

/** An object that Flux deletes, before anybody was asked. */
export type Pruning = Omit<PrunedObject, "allowed">;

/** What becomes of the objects that layers no longer apply. */
export interface Removals {
  /** By identity. */
  readonly pruned: ReadonlyMap<string, Pruning>;
  readonly left: readonly LeftObject[];
  readonly moved: readonly MovedObject[];
}

/** A cluster's layers before and after a change. */
export interface LayerPair {
  readonly before: readonly AppliedLayer[];
  readonly after: readonly AppliedLayer[];
}

type Fate =
  | { readonly kind: "pruned"; readonly cause: PruneCause }
  | { readonly kind: "left"; readonly because: string; readonly exempt: boolean }
  | { readonly kind: "moved"; readonly to: string };

/** Follows every object that leaves the inventory of its Kustomization, as the kustomize-controller would. */
export function removals(pair: LayerPair): Removals {
  const pruned = new Map<string, Pruning>();
  const left: LeftObject[] = [];
  const moved: MovedObject[] = [];
  const decide = fates(pair);
  for (const layer of pair.before) {
    for (const [identity, applied] of layer.objects) {
      const fate = decide(identity, layer);
      const touched = touchedObject(applied, layer.name);
      if (fate?.kind === "pruned") pruned.set(identity, { ...touched, cause: fate.cause });
      if (fate?.kind === "left") left.push({ ...touched, because: fate.because, exempt: fate.exempt });
      if (fate?.kind === "moved") moved.push({ ...touched, layer: fate.to, from: layer.name });
    }
  }
  return { pruned, left, moved };
}

/** How reports name an object. */
export function touchedObject({ object, origin }: AppliedObject, layer: string): TouchedObject {
  return { name: describeObject(object), kind: object.kind, layer, origin };
}

/** Undefined for what its layer still applies, and where nothing can be told. */
type Decide = (identity: string, layer: AppliedLayer) => Fate | undefined;

function fates({ before, after }: LayerPair): Decide {
  const remaining = new Map(after.map((layer) => [layer.key, layer]));
  const decide: Decide = (identity, layer) => {
    const next = remaining.get(layer.key);
    if (layer.unknown !== undefined || next?.objects.has(identity) === true || next?.unknown !== undefined)
      return undefined;
    const kept = keeps(layer, next);
    const reason = kept ?? exempts(layer.objects.get(identity));
    const taker = after.find(
      ({ objects, key, kustomization }) => key !== layer.key && objects.has(identity) && !isSuspended(kustomization),
    );
    const isSafe =
      reason !== undefined || (taker !== undefined && next !== undefined && waitsFor(next, taker, remaining));
    if (taker !== undefined) {
      return isSafe ? { kind: "moved", to: taker.name } : { kind: "pruned", cause: { kind: "moved", to: taker.name } };
    }
    if (reason !== undefined) return { kind: "left", because: reason, exempt: kept === undefined };
    return { kind: "pruned", cause: next === undefined ? { kind: "layer", layer: layer.name } : { kind: "removed" } };
  };
  /** Why the layer deletes nothing, as the end of a sentence. */
  const keeps = (layer: AppliedLayer, next: AppliedLayer | undefined): string | undefined => {
    const { kustomization, name } = layer;
    if (next !== undefined) {
      if (isSuspended(next.kustomization)) return `Kustomization ${name} is suspended`;
      return prunes(next.kustomization) ? undefined : `Kustomization ${name} does not prune`;
    }
    if (isSuspended(kustomization)) return `Kustomization ${name} is suspended when it goes`;
    if (!prunesAtItsEnd(kustomization)) return `Kustomization ${name} leaves what it applied when it goes`;
    const identity = kustomization === undefined ? "" : identityOf(kustomization);
    const owner = before.find(({ objects, key }) => key !== layer.key && objects.has(identity));
    if (owner !== undefined && decide(identity, owner)?.kind === "pruned") return undefined;
    return `nothing deletes Kustomization ${name}`;
  };
  return decide;
}

function exempts(applied: AppliedObject | undefined): string | undefined {
  const annotation = applied === undefined ? undefined : pruneExemption(applied.object);
  return annotation === undefined ? undefined : `it carries ${annotation}`;
}

/** Whether a layer is reconciled only after another one was, at the same revision: what that one took over carries its mark by then. */
function waitsFor(layer: AppliedLayer, other: AppliedLayer, layers: ReadonlyMap<string, AppliedLayer>): boolean {
  const seen = new Set<string>();
  const queue = [layer];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const { namespace, name } of next.kustomization === undefined ? [] : dependenciesOf(next.kustomization)) {
      const key = `${namespace}/${name}`;
      if (key === other.key) return true;
      const found = layers.get(key);
      if (found !== undefined && !seen.has(key)) queue.push(found);
      seen.add(key);
    }
  }
  return false;
}
