/** What an expression makes of its variables; undefined where it cannot be told, as with a function that only the API server has. */
export type Evaluate = (expression: string, self: unknown, old?: OldSelf) => unknown;

/** The value before a change, as rules about changes have it. */
export interface OldSelf {
  /** Undefined where there is none. */
  readonly value: unknown;
  /** Whether the rule is one of those that know of that (`optionalOldSelf`). */
  readonly optional: boolean;
}

/** Patterns that RE2, which the API server matches with, reads otherwise than JavaScript. */
const foreignPattern = /\\\\[AzQECpP]|\[\[:|\(\?[a-zP]/;

/**
 * Loads the evaluator of the Common Expression Language. What it does not know gives undefined, never an answer: unknown functions, fields
 * that are not there, other errors.
 */
export async function loadExpressions(): Promise<Evaluate> {
  const { Environment, Optional } = await import("@marcbachmann/cel-js");
  const environment = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
  const parsed = new Map<string, ((context: object) => unknown) | undefined>();
  const parse = (expression: string): ((context: object) => unknown) | undefined => {
    if (foreignPattern.test(expression)) return undefined;
    return attempt(() => environment.parse(expression));
  };
  return (expression, self, old) => {
    const text = old?.optional === true ? withoutOptional(expression, old) : expression;
    if (!parsed.has(text)) parsed.set(text, parse(text));
    const run = parsed.get(text);
    const oldSelf = old?.optional === true ? Optional.of(old.value) : old?.value;
    const context = old === undefined ? { self } : { self, oldSelf, oldSelfValue: old.value };
    return run === undefined ? undefined : attempt(() => run(context));
  };
}

/** The evaluator does not know what type an optional value is of: where it is read, the value itself takes its place. */
function withoutOptional(expression: string, { value }: OldSelf): string {
  return expression
    .replace(/\boldSelf\s*\.\s*hasValue\(\s*\)/g, String(value !== undefined))
    .replace(/\boldSelf\s*\.\s*value\(\s*\)/g, "oldSelfValue");
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
