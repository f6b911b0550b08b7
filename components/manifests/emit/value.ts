import { fitsLiteral, inlineString, literal, number } from "./scalar";

type Fields = Readonly<Record<string, unknown>>;

/** Longest key that the short form `key: value` may have; YAML's own limit is 1024 characters. */
const longestSimpleKey = 1000;

/**
 * Writes a JSON-like value as block YAML that starts at `column`, without a final newline. Fields that are undefined are left out;
 * no anchors, no folding, no tags: equal values give equal text.
 */
export function emitValue(value: unknown, column = 0): string {
  if (!isFilled(value)) return scalar(value, column);
  // Joined once: text that grows piece by piece keeps all its pieces in memory.
  const pieces: string[] = [];
  block(value, column, pieces);
  return pieces.join("");
}

/** Adds the lines of a collection that is not empty; the first follows what stands at `column` already. */
function block(value: object, column: number, pieces: string[]): void {
  if (Array.isArray(value)) list(value, column, pieces);
  else mapping(value as Fields, column, pieces);
}

function mapping(fields: Fields, column: number, pieces: string[]): void {
  const indent = newline(column);
  let first = true;
  let field = "";
  try {
    for (field of Object.keys(fields)) {
      const item = fields[field];
      if (item === undefined) continue;
      if (!first) pieces.push(indent);
      first = false;
      pieces.push(emitKey(field, indent));
      if (isFilled(item)) {
        pieces.push(":", newline(column + 2));
        block(item, column + 2, pieces);
      } else pieces.push(": ", scalar(item, column));
    }
  } catch (cause) {
    throw located(cause, field);
  }
}

function list(items: readonly unknown[], column: number, pieces: string[]): void {
  const indent = newline(column);
  let first = true;
  try {
    for (const item of items) {
      pieces.push(first ? "- " : `${indent}- `);
      first = false;
      if (isFilled(item)) block(item, column + 2, pieces);
      else pieces.push(scalar(item, column));
    }
  } catch (cause) {
    throw located(cause, "[]");
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

/** Tells whether a value takes lines of its own: a list with entries, or a mapping with fields. */
function isFilled(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) {
    throw new Error(`an instance of ${value.constructor.name} is no plain value`);
  }
  for (const field in value) if ((value as Readonly<Record<string, unknown>>)[field] !== undefined) return true;
  return false;
}

const newlines: string[] = [];

/** A line's end and the blanks before the next one's text. */
function newline(column: number): string {
  return (newlines[column] ??= `\n${" ".repeat(column)}`);
}

/** A value that YAML, as Kubernetes reads it, cannot hold; the message begins with the field. */
export class EmitError extends Error {
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
