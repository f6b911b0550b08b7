import type { KubernetesObject } from "../../model/object";
import { at } from "../../validation/read/fields";
import { groupOf } from "../../validation/read/identity";
import type { ChangedObject, CreatedObject, Effect } from "../changes";
import { digestOf } from "../compare/canonical";
import { fieldChanges, type FieldChange } from "../compare/fields";
import { refusedFields } from "../compare/immutable";
import type { AppliedLayer, AppliedObject } from "./applied";
import { applyExemption, createExemption, forces, isForcedByItself, isSuspended } from "./directives";
import { touchedObject, type LayerPair } from "./removals";

/** What a cluster's layers create and change. */
export interface Applied {
  readonly created: readonly CreatedObject[];
  readonly changed: readonly ChangedObject[];
}

/** Compares what layers apply with what they applied; layers of which either is unknown are left out. */
export function appliedChanges({ before, after }: LayerPair): Applied {
  const created: CreatedObject[] = [];
  const changed: ChangedObject[] = [];
  const known = new Map(before.map((layer) => [layer.key, layer]));
  const find = (identity: string, layer: AppliedLayer): AppliedObject | undefined =>
    known.get(layer.key)?.objects.get(identity) ??
    before.find(({ objects }) => objects.has(identity))?.objects.get(identity);
  for (const layer of after) {
    const isUnknown = layer.unknown !== undefined || known.get(layer.key)?.unknown !== undefined;
    if (isUnknown || isSuspended(layer.kustomization)) continue;
    for (const [identity, applied] of layer.objects) {
      const old = find(identity, layer);
      const touched = touchedObject(applied, layer.name);
      if (old === undefined) {
        if (createExemption(applied.object) === undefined)
          created.push({ ...touched, digest: digestOf(applied.object) });
        continue;
      }
      const fields = old.object === applied.object ? [] : changesOf(old.object, applied.object);
      if (fields.length === 0) continue;
      const effect = effectOf(old.object, applied.object, layer);
      changed.push({ ...touched, fields, effect, digest: digestOf([old.object, applied.object]) });
    }
  }
  return { created, changed };
}

/** A Secret, or an object that is encrypted in part, shows that it changed and no more. */
function changesOf(before: KubernetesObject, after: KubernetesObject): readonly FieldChange[] {
  const changes = fieldChanges(before, after);
  if (changes.length === 0 || ![before, after].some(isSecret)) return changes;
  return [{ path: "contents", kind: "hidden" }];
}

function isSecret(object: KubernetesObject): boolean {
  return (object.kind === "Secret" && groupOf(object) === "") || at(object, "sops") !== undefined;
}

function effectOf(before: KubernetesObject, after: KubernetesObject, { kustomization }: AppliedLayer): Effect {
  const annotation = applyExemption(after) ?? applyExemption(before);
  if (annotation !== undefined) return { kind: "ignored", annotation };
  const fields = refusedFields(before, after);
  if (fields.length === 0) return { kind: "applied" };
  const byItself = isForcedByItself(after);
  return forces(kustomization) || byItself ? { kind: "replaced", fields, byItself } : { kind: "refused", fields };
}
