import { fitsLiteral, inlineString, literal, number } from "./scalar";

/** Longest key that the short form `key: value` may have; YAML's own limit is 1024 characters. */
const longestSimpleKey = 1000;

/**
 * Writes a JSON-like value as block YAML that starts at `column`, without a final newline. Fields that are undefined are left out;
 * no anchors, no folding, no tags: equal values give equal text.
 */
export function emitValue(value: unknown, column = 0): string {
  return isFilled(value) ? block(value, column) : scalar(value, column);
}

/** Writes a mapping as `emitValue` does, its fields in the order of the given keys. */
export function emitMapping(value: object, keys: readonly string[], column = 0): string {
  const fields = value as Readonly<Record<string, unknown>>;
  const indent = newline(column);
  let text = "";
  let field = "";
  try {
    for (field of keys) {
      const item = fields[field];
      if (item === undefined) continue;
      if (text !== "") text += indent;
      text += `${emitKey(field, indent)}:${
        isFilled(item) ? newline(column + 2) + block(item, column + 2) : ` ${scalar(item, column)}`
      }`;
    }
  } catch (cause) {
    throw located(cause, field);
  }
  return text;
}

function emitList(items: readonly unknown[], column: number): string {
  const indent = newline(column);
  let text = "";
  try {
    for (const item of items) {
      if (text !== "") text += indent;
      text += isFilled(item) ? `- ${block(item, column + 2)}` : `- ${scalar(item, column)}`;
    }
  } catch (cause) {
    throw located(cause, "[]");
  }
  return text;
}

/** The lines of a collection that is not empty; the first follows what stands at `column` already. */
function block(value: object, column: number): string {
  return Array.isArray(value) ? emitList(value, column) : emitMapping(value, Object.keys(value), column);
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

/** Tells whether a value takes lines of its own: a list with entries, or a mapping with fields. */
function isFilled(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new Error(`an instance of ${value.constructor.name} is no plain value; write out its fields`);
  }
  for (const field in value) if ((value as Readonly<Record<string, unknown>>)[field] !== undefined) return true;
  return false;
}

const newlines: string[] = [];

/** A line's end and the blanks before the next one's text. */
function newline(column: number): string {
  return (newlines[column] ??= `\n${" ".repeat(column)}`);
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
