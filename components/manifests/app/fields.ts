import { fieldsOf } from "../../model/object";

/** A mapping of an object or patch whose type is not known. */
export type Fields = Readonly<Record<string, unknown>>;

/** A way from the root of an object to one of its fields. */
export type FieldPath = readonly string[];

/** The value at a path; undefined where a field on the way is absent. */
export function valueAt(fields: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, field) => fieldsOf(value)?.[field], fields);
}

/** A mapping that holds nothing but one value at a path. */
export function wrap(path: FieldPath, value: unknown): Fields {
  const [field = "", ...deeper] = path;
  return { [field]: deeper.length === 0 ? value : wrap(deeper, value) };
}

/** The mapping with another value at a path that it has. */
export function replaceAt(fields: Fields, path: FieldPath, value: unknown): Fields {
  const [field = "", ...deeper] = path;
  return { ...fields, [field]: deeper.length === 0 ? value : replaceAt(fieldsOf(fields[field]) ?? {}, deeper, value) };
}

/** The mapping without the value at a path, and without what holds nothing else; undefined when nothing is left. */
export function without(fields: Fields, path: FieldPath): Fields | undefined {
  const [field = "", ...deeper] = path;
  const child = fieldsOf(fields[field]);
  const left = deeper.length > 0 && child !== undefined ? without(child, deeper) : undefined;
  if (left !== undefined) return { ...fields, [field]: left };
  const others = filterFields(fields, (other) => other !== field);
  return Object.keys(others).length === 0 ? undefined : others;
}

/** The fields of a mapping that a test lets through. */
export function filterFields(fields: Fields, keep: (field: string, value: unknown) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([field, value]) => keep(field, value)));
}
