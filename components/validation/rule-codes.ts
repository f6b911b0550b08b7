import type { Issue } from "../model/issue";
import type { Rule } from "./rule";

/** Codes of issues that the gate finds without a rule. */
const withoutRule: Readonly<Record<string, string>> = {
  "allowance-without-reason": "says that an allowance has no reason",
  "unused-allowance": "says that nothing needs an allowance",
  "ambiguous-rule": "says that a code is taken",
};

/** Rules of the user with a code that is taken: an allowance could mean either. */
export function ambiguousCodes(builtIn: readonly Rule[], own: readonly Rule[]): readonly Issue[] {
  return own.flatMap((rule, index) => {
    const taken = holderOf(rule, builtIn, own.slice(0, index));
    if (taken === undefined) return [];
    const message =
      `the rule of stacks/rules.ts (${JSON.stringify(rule.about)}) has the code ${rule.code}, and so has ${taken}, ` +
      "so that an allowance could mean either; give yours another code";
    return [{ code: "ambiguous-rule", path: "stacks/rules.ts", resource: rule.code, message }];
  });
}

function holderOf({ code }: Rule, builtIn: readonly Rule[], earlier: readonly Rule[]): string | undefined {
  const isAlike = (other: Rule): boolean => other.code === code;
  const [gate, other, issue] = [builtIn.find(isAlike), earlier.find(isAlike), withoutRule[code]];
  if (gate !== undefined) return `the gate's own (${JSON.stringify(gate.about)})`;
  if (other !== undefined) return `another one there (${JSON.stringify(other.about)})`;
  return issue === undefined ? undefined : `the issue by which the gate ${issue}`;
}
