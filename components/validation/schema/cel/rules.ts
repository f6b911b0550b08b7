import { isMapping, type Mapping, stringsIn } from "../../read/fields";
import type { SchemaFault } from "../fault";
import type { Evaluate } from "./expressions";
import { expressionValue } from "./values";

/**
 * The rules (`x-kubernetes-validations`) of a schema that an object breaks. Rules about a change (`oldSelf`) say nothing of one object, and
 * one that cannot be evaluated here is left to the API server.
 */
export function ruleFaults(schema: Mapping, object: unknown, evaluate: Evaluate): readonly SchemaFault[] {
  return hasRules(schema) ? check({ schema, value: object, field: "" }, evaluate) : [];
}

const known = new WeakMap<Mapping, boolean>();

/** Whether a schema or any part of it has a rule. */
export function hasRules(schema: Mapping): boolean {
  const found = known.get(schema) ?? (rulesOf(schema).length > 0 || partsOf(schema).some(hasRules));
  known.set(schema, found);
  return found;
}

/** Schemas of the values within a value. */
export function partsOf({ properties, items, additionalProperties }: Mapping): readonly Mapping[] {
  const fields = isMapping(properties) ? Object.values(properties) : [];
  return [...fields, items, additionalProperties].filter(isMapping);
}

interface Part {
  readonly schema: Mapping;
  readonly value: unknown;
  readonly field: string;
}

function check(part: Part, evaluate: Evaluate): readonly SchemaFault[] {
  const { schema, value } = part;
  if (!hasRules(schema) || value === null || value === undefined) return [];
  const own = holdsVariables(value) ? [] : rulesOf(schema);
  const self = own.length === 0 ? undefined : expressionValue(schema, value);
  return [
    ...own.flatMap((rule) => broken(rule, self, evaluate)).map((problem) => ({ field: part.field, problem })),
    ...below(part).flatMap((inner) => check(inner, evaluate)),
  ];
}

/** What Flux has yet to put a variable into is judged once it has. */
export function holdsVariables(value: unknown): boolean {
  for (const text of stringsIn(value)) if (text.includes("${")) return true;
  return false;
}

function below({ schema, value, field }: Part): readonly Part[] {
  const { items, properties, additionalProperties } = schema;
  if (Array.isArray(value))
    return isMapping(items)
      ? value.map((entry: unknown, index) => ({ schema: items, value: entry, field: `${field}[${index}]` }))
      : [];
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    const named = isMapping(properties) ? properties[key] : undefined;
    const inner = isMapping(named) ? named : additionalProperties;
    return isMapping(inner) ? [{ schema: inner, value: entry, field: field === "" ? key : `${field}.${key}` }] : [];
  });
}

/** Rules of a schema itself. */
export function rulesOf(schema: Mapping): readonly Mapping[] {
  const rules = schema["x-kubernetes-validations"];
  return Array.isArray(rules) ? rules.filter(isMapping) : [];
}

function broken(rule: Mapping, self: unknown, evaluate: Evaluate): readonly string[] {
  const expression = typeof rule.rule === "string" ? rule.rule : "";
  if (expression === "" || /\boldSelf\b/.test(expression) || evaluate(expression, self) !== false) return [];
  return [ruleMessage(rule, (text) => evaluate(text, self))];
}

/** What a broken rule says of itself. */
export function ruleMessage(rule: Mapping, evaluate: (expression: string) => unknown): string {
  const said = typeof rule.messageExpression === "string" ? evaluate(rule.messageExpression) : undefined;
  const message = typeof said === "string" ? said : rule.message;
  return typeof message === "string" ? `breaks a rule: ${message}` : `must satisfy ${String(rule.rule)}`;
}
