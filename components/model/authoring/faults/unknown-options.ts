import type { Fault } from "../../issue";
import { listNames } from "../names";

/** Options that came in a variable, where the compiler lets any key pass beside a known one. `what` takes them: `a layer`. */
export function unknownOptions(
  what: string,
  options: object,
  known: object,
): readonly (Fault & { resource: string })[] {
  return Object.keys(options)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({
      code: "unknown-option",
      resource: name,
      message: `${what} has no such option. Known: ${listNames(Object.keys(known))}.`,
    }));
}
