import { fitsLiteral, inlineString, literal, number } from "./scalar";

/** Longest key that the short form `key: value` may have; YAML's own limit is 1024 characters. */
const longestSimpleKey = 1000;

/**
 * Writes a JSON-like value as block YAML that starts at `column`, without a final newline. Fields that are undefined are left out;
 * no anchors, no folding, no tags: equal values give equal text.
 */
export function emitValue(value: unknown, column = 0): string {
  return isCollection(value) && !isEmpty(value) ? block(value, column) : scalar(value, column);
}

function block(value: object, column: number): string {
  const indent = `\n${" ".repeat(column)}`;
  if (Array.isArray(value)) return value.map((item) => at(item, "-", column)).join(indent);
  return entries(value)
    .map(([key, item]) => at(item, `${emitKey(key, indent)}:`, column))
    .join(indent);
}

/** One entry: what follows `lead` (a dash, or a key with its colon) at `column`. */
function at(item: unknown, lead: string, column: number): string {
  try {
    if (!isCollection(item) || isEmpty(item)) return `${lead} ${scalar(item, column)}`;
    if (lead === "-") return `- ${block(item, column + 2)}`;
    return `${lead}\n${" ".repeat(column + 2)}${block(item, column + 2)}`;
  } catch (cause) {
    throw located(cause, lead === "-" ? "[]" : lead.slice(0, -1));
  }
}

function emitKey(key: string, indent: string): string {
  const text = inlineString(key);
  return text.length > longestSimpleKey ? `? ${text}${indent}` : text;
}

function scalar(value: unknown, column: number): string {
  switch (typeof value) {
    case "string":
      return value.includes("\n") && fitsLiteral(value) ? literal(value, column) : inlineString(value);
    case "number":
      return number(value);
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? "[]" : "{}";
    case "undefined":
      return "null";
    case "bigint":
    case "symbol":
    case "function":
      throw new Error(`a ${typeof value} is no YAML value`);
  }
}

function isCollection(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new Error(`an instance of ${value.constructor.name} is no plain value; write out its fields`);
  }
  return true;
}

function isEmpty(value: object): boolean {
  return Array.isArray(value) ? value.length === 0 : entries(value).length === 0;
}

function entries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}

class EmitError extends Error {
  constructor(
    readonly at: string,
    readonly reason: string,
    cause: unknown,
  ) {
    super(`${at}: ${reason}`, { cause });
    this.name = "EmitError";
  }
}

/** Puts the field that a fault was found in before what is known already: `spec.replicas: …`. */
function located(cause: unknown, field: string): EmitError {
  if (cause instanceof EmitError) return new EmitError(`${field}.${cause.at}`, cause.reason, cause.cause);
  return new EmitError(field, cause instanceof Error ? cause.message : String(cause), cause);
}
