import { isMapping, type Mapping } from "../../read/fields";

/** Words that expressions may not use as a field, so that the API server gives such fields another name. */
const reserved = new Set(
  [
    "true false null in as break const continue else for function if import let loop package namespace return var void",
    "while",
  ].flatMap((words) => words.split(" ")),
);

/** Formats whose values are of a type of their own in expressions. */
const ownTypes = new Set(["date", "date-time", "duration", "byte"]);

/**
 * A value as expressions see it: whole numbers as integers, fields under names that expressions can use, defaults put in as the API server
 * does before it validates. Where a value's type is one that we do not have, reading it throws.
 */
export function expressionValue(schema: Mapping, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = isMapping(schema.items) ? schema.items : {};
    return value.map((entry) => expressionValue(items, entry));
  }
  if (isMapping(value)) return mapValue(schema, value);
  if (typeof value === "number" && schema.type !== "number" && Number.isInteger(value)) return BigInt(value);
  return value;
}

function mapValue(schema: Mapping, value: Mapping): object {
  const properties = isMapping(schema.properties) ? schema.properties : {};
  const others = isMapping(schema.additionalProperties) ? schema.additionalProperties : {};
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(withDefaults(properties, value))) {
    const known = properties[key];
    const own = isMapping(known) ? known : others;
    if (entry === null && own.nullable !== true) continue;
    define(result, isMapping(known) ? escaped(key) : key, { schema: own, value: entry });
  }
  return result;
}

function withDefaults(properties: Mapping, value: Mapping): Mapping {
  const defaults = Object.entries(properties).flatMap(([key, property]) =>
    isMapping(property) && property.default !== undefined ? [[key, property.default] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...value };
}

function define(
  target: Record<string, unknown>,
  key: string,
  { schema, value }: { readonly schema: Mapping; readonly value: unknown },
): void {
  if (typeof value === "string" && typeof schema.format === "string" && ownTypes.has(schema.format)) {
    const get = (): never => {
      throw new Error(`the format ${String(schema.format)} has a type of its own`);
    };
    Object.defineProperty(target, key, { get, enumerable: true });
  } else target[key] = expressionValue(schema, value);
}

/** Upstream: `MaybeEscape` of apiextensions-apiserver's CEL library. */
function escaped(name: string): string {
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|\.|-|\//g, (part) => {
    if (part === "__") return "__underscores__";
    if (part === ".") return "__dot__";
    return part === "-" ? "__dash__" : "__slash__";
  });
}
