import { isMapping, type Mapping } from "../../read/fields";
import type { SchemaFault } from "../fault";
import type { Evaluate } from "./expressions";
import { correlated, keysOf } from "./correlation";
import { holdsVariables, partsOf, ruleMessage, rulesOf } from "./rules";
import { expressionValue } from "./values";

/**
 * The rules about a change (`x-kubernetes-validations` with `oldSelf`) that a change breaks. As the API server, it looks only at values that it
 * can tell to be the same before and after; what cannot be evaluated here is left to it.
 */
export function transitionFaults(
  schema: Mapping,
  [before, after]: readonly [unknown, unknown],
  evaluate: Evaluate,
): readonly SchemaFault[] {
  return check({ schema, before, after, field: "" }, evaluate);
}

const known = new WeakMap<Mapping, boolean>();

/** Whether a schema or any part of it has a rule about changes. */
export function hasTransitions(schema: Mapping): boolean {
  const found = known.get(schema) ?? (rulesOf(schema).some(isTransition) || partsOf(schema).some(hasTransitions));
  known.set(schema, found);
  return found;
}

interface Pair {
  readonly schema: Mapping;
  /** Undefined where there is none, or where none can be told to be the same. */
  readonly before: unknown;
  readonly after: unknown;
  readonly field: string;
}

function check(pair: Pair, evaluate: Evaluate): readonly SchemaFault[] {
  const { schema, before, after, field } = pair;
  if (!hasTransitions(schema) || after === null || after === undefined) return [];
  const own = holdsVariables([before, after]) ? [] : rulesOf(schema).filter(isTransition);
  return [
    ...own.flatMap((rule) => broken(rule, pair, evaluate)).map((problem) => ({ field, problem })),
    ...correlated(pair).flatMap((inner) => check(inner, evaluate)),
  ];
}

function broken(rule: Mapping, { schema, before, after }: Pair, evaluate: Evaluate): readonly string[] {
  const expression = typeof rule.rule === "string" ? rule.rule : "";
  const optional = rule.optionalOldSelf === true;
  const isThere = before !== undefined && before !== null;
  if (!isThere && !optional) return [];
  const [self, value] = [after, before].map((version) => expressionValue(schema, inOneOrder(schema, version)));
  const old = { value: isThere ? value : undefined, optional };
  return evaluate(expression, self, old) === false ? [ruleMessage(rule, (text) => evaluate(text, self, old))] : [];
}

function isTransition({ rule }: Mapping): boolean {
  return typeof rule === "string" && /\boldSelf\b/.test(rule);
}

/** Lists that are sets or maps are equal in any order. */
function inOneOrder(schema: Mapping, value: unknown): unknown {
  const { items, properties, additionalProperties } = schema;
  if (Array.isArray(value)) {
    const entries = value.map((entry: unknown) => (isMapping(items) ? inOneOrder(items, entry) : entry));
    const isOrdered = !["set", "map"].includes(String(schema["x-kubernetes-list-type"]));
    const keyOf = keysOf(schema);
    const place = (entry: unknown): string => keyOf(entry) ?? JSON.stringify(entry);
    return isOrdered ? entries : entries.sort((a, b) => (place(a) < place(b) ? -1 : 1));
  }
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const named = isMapping(properties) ? properties[key] : undefined;
      const inner = isMapping(named) ? named : additionalProperties;
      return [key, isMapping(inner) ? inOneOrder(inner, entry) : entry];
    }),
  );
}
