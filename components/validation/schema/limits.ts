import { counted } from "../../model/wording/words";
import { regularExpression } from "../read/regular-expression";
import type { Mapping } from "../read/fields";
import type { SchemaFault } from "./fault";

/** Length and pattern of a string. */
export function stringFaults(schema: Mapping, value: string, field: string): readonly SchemaFault[] {
  const { pattern, minLength, maxLength } = schema;
  const quoted = JSON.stringify(value);
  const length = Array.from(value).length;
  return [
    ...(typeof pattern === "string" && regularExpression(pattern)?.test(value) === false
      ? [{ field, problem: `is ${quoted}, but must match ${pattern}` }]
      : []),
    ...(typeof minLength === "number" && length < minLength
      ? [{ field, problem: `is ${quoted}, but must have at least ${counted(minLength, "character")}` }]
      : []),
    ...(typeof maxLength === "number" && length > maxLength
      ? [{ field, problem: `has ${counted(length, "character")}, but at most ${maxLength} are allowed` }]
      : []),
  ];
}

/** Bounds of a number. */
export function numberFaults(schema: Mapping, value: number, field: string): readonly SchemaFault[] {
  const { minimum, maximum, multipleOf } = schema;
  const below =
    typeof minimum === "number" && (value < minimum || (schema.exclusiveMinimum === true && value === minimum));
  const above =
    typeof maximum === "number" && (value > maximum || (schema.exclusiveMaximum === true && value === maximum));
  return [
    ...(below ? [{ field, problem: `is ${value}, but must be at least ${minimum}` }] : []),
    ...(above ? [{ field, problem: `is ${value}, but must be at most ${maximum}` }] : []),
    ...(typeof multipleOf === "number" && value % multipleOf !== 0
      ? [{ field, problem: `is ${value}, but must be a multiple of ${multipleOf}` }]
      : []),
  ];
}

/** Number of entries of a list. */
export function lengthFaults(schema: Mapping, length: number, field: string): readonly SchemaFault[] {
  const { minItems, maxItems } = schema;
  return [
    ...(typeof minItems === "number" && length < minItems
      ? [{ field, problem: `has ${counted(length, "entry", "entries")}, but at least ${minItems} are required` }]
      : []),
    ...(typeof maxItems === "number" && length > maxItems
      ? [{ field, problem: `has ${counted(length, "entry", "entries")}, but at most ${maxItems} are allowed` }]
      : []),
  ];
}
