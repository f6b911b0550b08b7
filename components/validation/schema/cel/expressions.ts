/** What an expression makes of `self`; undefined where it cannot be told, as with a function that only the API server has. */
export type Evaluate = (expression: string, self: unknown) => unknown;

/** Patterns that RE2, which the API server matches with, reads otherwise than JavaScript. */
const foreignPattern = /\\\\[AzQECpP]|\[\[:|\(\?[a-zP]/;

/**
 * Loads the evaluator of the Common Expression Language. What it does not know gives undefined, never an answer: unknown functions, fields
 * that are not there, other errors.
 */
export async function loadExpressions(): Promise<Evaluate> {
  const { Environment } = await import("@marcbachmann/cel-js");
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
  return (expression, self) => {
    if (!parsed.has(expression)) parsed.set(expression, parse(expression));
    const run = parsed.get(expression);
    return run === undefined ? undefined : attempt(() => run({ self }));
  };
}

function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
