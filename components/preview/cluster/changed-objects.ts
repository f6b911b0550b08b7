import { listed } from "../../model/wording/words";
import type { KubernetesObject } from "../../model/object";
import { at } from "../../validation/read/fields";
import { groupOf } from "../../validation/read/identity";
import type { Evaluate } from "../../validation/schema/cel/expressions";
import { transitionFaults } from "../../validation/schema/cel/transitions";
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
export function appliedChanges({ before, after }: LayerPair, evaluate?: Evaluate): Applied {
  const created: CreatedObject[] = [];
  const changed: ChangedObject[] = [];
  const known = new Map(before.map((layer) => [layer.key, layer]));
  const find = (identity: string, layer: AppliedLayer): AppliedObject | undefined =>
    known.get(layer.key)?.objects.get(identity) ??
    before.find(({ objects }) => objects.has(identity))?.objects.get(identity);
  const kinds: Kinds = { schemaOf: schemasOf([...before, ...after]), evaluate };
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
      const change = old.object === applied.object ? undefined : changeOf([old.object, applied.object], layer, kinds);
      if (change !== undefined) changed.push({ ...touched, ...change, digest: digestOf([old.object, applied.object]) });
    }
  }
  return { created, changed };
}

/** What is known of the kinds that definitions bring. */
interface Kinds {
  readonly schemaOf: SchemaOf;
  readonly evaluate: Evaluate | undefined;
}

type Versions = readonly [KubernetesObject, KubernetesObject];

/** What becomes of a change in Git; of fields that Flux leaves as they are in the cluster, nothing. */
function changeOf(
  [before, after]: Versions,
  layer: AppliedLayer,
  kinds: Kinds,
): Pick<ChangedObject, "fields" | "effect"> | undefined {
  const { schemaOf } = kinds;
  const fields = changesOf(before, after, schemaOf);
  if (fields.length === 0) return undefined;
  const refused = refusedChanges([before, after], fields, kinds);
  const effect = effectOf([before, after], layer, refused);
  const ignored = ignoredFields(layer, after);
  if (effect.kind !== "applied" || ignored.length === 0) return { fields, effect };
  const applied = changesOf(withoutFields(before, ignored), withoutFields(after, ignored), schemaOf);
  const because = `spec.ignore of Kustomization ${layer.name} names ${listed(ignored)}`;
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

/** Fields that the API server refuses to change, those of a rule with its message. */
function refusedChanges(
  [before, after]: Versions,
  changes: readonly FieldChange[],
  { schemaOf, evaluate }: Kinds,
): readonly string[] {
  const isReal = (path: string): boolean =>
    changes.some((change) => change.kind === "hidden" || touches(change.path, path));
  const schema = evaluate === undefined ? undefined : schemaOf(after);
  const versions = [defaulted(before, schemaOf), defaulted(after, schemaOf)] as const;
  const broken = schema === undefined || evaluate === undefined ? [] : transitionFaults(schema, versions, evaluate);
  return [
    ...refusedFields(before, after).filter(isReal),
    ...broken.map(({ field, problem }) => `${field === "" ? after.kind : field} (${problem})`),
  ];
}

function effectOf([before, after]: Versions, { kustomization }: AppliedLayer, fields: readonly string[]): Effect {
  const annotation = applyExemption(after) ?? applyExemption(before);
  if (annotation !== undefined) return { kind: "ignored", because: `it carries ${annotation}` };
  if (fields.length === 0) return { kind: "applied" };
  const byItself = isForcedByItself(after);
  return forces(kustomization) || byItself ? { kind: "replaced", fields, byItself } : { kind: "refused", fields };
}
