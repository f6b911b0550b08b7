import { type LeftOut, mentions } from "../model/report/left-out";
import type { FoundIssue } from "./judge";

/** Lets one object pass one rule, with a reason that the next reader understands. */
export interface Allowance {
  /** Code of the issue: `missing-secret`. */
  readonly rule: string;
  /** What it is about, as the report names it: `Deployment web/web`, or a path where the issue has no object. */
  readonly object: string;
  /** Why this is right. */
  readonly reason: string;
}

const declaredIn = "stacks/rules.ts";

/** Takes out the issues that are allowed; an allowance without a reason, or that nothing needs, is an issue itself. */
export function applyAllowances(
  issues: readonly FoundIssue[],
  allowances: readonly Allowance[],
  leftOut: readonly LeftOut[] = [],
): readonly FoundIssue[] {
  const allows = ({ rule, object }: Allowance, issue: FoundIssue): boolean =>
    rule === issue.code && (object === issue.resource || object === issue.path);
  const left = issues.filter(
    (issue) => !allowances.some((allowance) => allowance.reason.trim() !== "" && allows(allowance, issue)),
  );
  const faults = allowances.flatMap((allowance): readonly FoundIssue[] => {
    const text = `the allowance of ${allowance.rule} for ${allowance.object}`;
    const issue = { path: declaredIn, resource: allowance.object, environments: [] };
    if (allowance.reason.trim() === "")
      return [{ ...issue, code: "allowance-without-reason", message: `${text} has no reason; say why it is right` }];
    const name = allowance.object.replace(/^.*[ /]/, "");
    if (issues.some((found) => allows(allowance, found)) || leftOut.some((left) => mentions(left, name))) return [];
    return [
      {
        ...issue,
        code: "unused-allowance",
        message: `${text} is not needed: nothing breaks that rule there; remove it`,
      },
    ];
  });
  return [...left, ...faults];
}
