import type { KubernetesObject } from "../../model/object";
import { at } from "../../validation/read/fields";
import { groupOf } from "../../validation/read/identity";
import type { ChangedObject, CreatedObject, Effect } from "../changes";
import { digestOf } from "../compare/canonical";
import { defaulted } from "../compare/defaults/defaulted";
import { schemasIn, type SchemaOf } from "../compare/defaults/schema";
import { fieldChanges, type FieldChange } from "../compare/fields";
import { refusedFields } from "../compare/immutable";
import type { AppliedLayer, AppliedObject } from "./applied";
import { applyExemption, createExemption, forces, isForcedByItself, isSuspended } from "./directives";
import { ignoredFields, withoutFields } from "./ignored-fields";
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
  const schemaOf = schemasOf([...before, ...after]);
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
      const change =
        old.object === applied.object ? undefined : changeOf([old.object, applied.object], layer, schemaOf);
      if (change !== undefined) changed.push({ ...touched, ...change, digest: digestOf([old.object, applied.object]) });
    }
  }
  return { created, changed };
}

type Versions = readonly [KubernetesObject, KubernetesObject];

/** What becomes of a change in Git; of fields that Flux leaves as they are in the cluster, nothing. */
function changeOf(
  [before, after]: Versions,
  layer: AppliedLayer,
  schemaOf: SchemaOf,
): Pick<ChangedObject, "fields" | "effect"> | undefined {
  const fields = changesOf(before, after, schemaOf);
  if (fields.length === 0) return undefined;
  const effect = effectOf([before, after], layer, fields);
  const ignored = ignoredFields(layer, after);
  if (effect.kind !== "applied" || ignored.length === 0) return { fields, effect };
  const applied = changesOf(withoutFields(before, ignored), withoutFields(after, ignored), schemaOf);
  const because = `spec.ignore of Kustomization ${layer.name} names ${ignored.join(" and ")}`;
  return applied.length > 0 ? { fields: applied, effect } : { fields, effect: { kind: "ignored", because } };
}

/** Looks for definitions when the first object has changed, and not before. */
function schemasOf(layers: readonly AppliedLayer[]): SchemaOf {
  let found: SchemaOf | undefined;
  return (object) => {
    found ??= schemasIn(layers.flatMap(({ objects }) => [...objects.values()].map((applied) => applied.object)));
    return found(object);
  };
}

/** What changes in the cluster: a field that only says what is so anyway does not. Of a Secret, or an object that is encrypted in part, no more than that. */
function changesOf(before: KubernetesObject, after: KubernetesObject, schemaOf: SchemaOf): readonly FieldChange[] {
  const written = fieldChanges(before, after);
  if (written.length === 0) return written;
  const real = fieldChanges(defaulted(before, schemaOf), defaulted(after, schemaOf));
  if (real.length > 0 && [before, after].some(isSecret)) return [{ path: "contents", kind: "hidden" }];
  const changes = written.filter(({ path }) => real.some((change) => touches(change.path, path)));
  return changes.length > 0 ? changes : real;
}

/** Whether one path is the other, or leads to it. */
function touches(one: string, other: string): boolean {
  const [outer, inner] = one.length < other.length ? [one, other] : [other, one];
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

function isSecret(object: KubernetesObject): boolean {
  return (object.kind === "Secret" && groupOf(object) === "") || at(object, "sops") !== undefined;
}

function effectOf([before, after]: Versions, { kustomization }: AppliedLayer, changes: readonly FieldChange[]): Effect {
  const annotation = applyExemption(after) ?? applyExemption(before);
  if (annotation !== undefined) return { kind: "ignored", because: `it carries ${annotation}` };
  const isReal = (path: string): boolean =>
    changes.some((change) => change.kind === "hidden" || touches(change.path, path));
  const fields = refusedFields(before, after).filter(isReal);
  if (fields.length === 0) return { kind: "applied" };
  const byItself = isForcedByItself(after);
  return forces(kustomization) || byItself ? { kind: "replaced", fields, byItself } : { kind: "refused", fields };
}
