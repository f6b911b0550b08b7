import { counted } from "../../model/wording/words";
import type { TouchedObject } from "../changes";
import { canonical } from "../compare/canonical";
import type { FieldChange } from "../compare/fields";

/** An object, and the fields of it that differ. */
export interface DifferingObject extends TouchedObject {
  readonly fields: readonly FieldChange[];
}

/** Objects that change in the same way. */
export interface ChangeGroup {
  readonly objects: readonly DifferingObject[];
  readonly fields: readonly FieldChange[];
}

/** From so many objects on, one equal change of all of them is told once. */
const sharedBy = 3;

/** Versions of a definition are long schemas: more changed fields than this are counted. */
const schemaFields = 5;

/** Tells equal changes once: first those that several objects share, by how many; then the rest by name. */
export function changeGroups(changed: readonly DifferingObject[]): readonly ChangeGroup[] {
  const signed = changed.map((object) => ({
    object,
    fields: condensed(object).map((field) => ({ field, signature: canonical(field) })),
  }));
  const counts = new Map<string, number>();
  for (const { fields } of signed)
    for (const { signature } of fields) counts.set(signature, (counts.get(signature) ?? 0) + 1);
  const isShared = ({ signature }: { readonly signature: string }): boolean => (counts.get(signature) ?? 0) >= sharedBy;
  const shared = collect(
    signed.flatMap(({ object, fields }) =>
      fields.filter(isShared).map((signedField) => [object, [signedField]] as const),
    ),
  );
  const own = collect(
    signed.map(({ object, fields }) => [object, fields.filter((field) => !isShared(field))] as const),
  );
  return [...mergeSameObjects(shared).sort((a, b) => b.objects.length - a.objects.length), ...own];
}

interface SignedField {
  readonly field: FieldChange;
  readonly signature: string;
}

/** Objects with exactly these fields, together. */
function collect(entries: readonly (readonly [DifferingObject, readonly SignedField[]])[]): readonly ChangeGroup[] {
  const groups = new Map<string, { readonly objects: DifferingObject[]; readonly fields: readonly FieldChange[] }>();
  for (const [object, fields] of entries) {
    if (fields.length === 0) continue;
    const key = fields.map(({ signature }) => signature).join("\n");
    const group = groups.get(key) ?? { objects: [], fields: fields.map(({ field }) => field) };
    group.objects.push(object);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Several changes of one set of objects are one group. */
function mergeSameObjects(groups: readonly ChangeGroup[]): ChangeGroup[] {
  const merged = new Map<string, ChangeGroup>();
  for (const { objects, fields } of groups) {
    const key = objects.map(({ name }) => name).join("\n");
    merged.set(key, { objects, fields: [...(merged.get(key)?.fields ?? []), ...fields] });
  }
  return [...merged.values()];
}

function condensed({ kind, fields }: DifferingObject): readonly FieldChange[] {
  if (kind !== "CustomResourceDefinition") return fields;
  const schema = fields.filter(({ path }) => path.startsWith("spec.versions["));
  if (schema.length <= schemaFields) return fields;
  return [
    ...fields.filter((field) => !schema.includes(field)),
    { path: `${counted(schema.length, "field")} of spec.versions`, kind: "hidden" },
  ];
}
