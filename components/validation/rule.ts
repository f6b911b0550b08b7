import type { GateEnvironment, GateInput } from "./gate-input";

/** One fault that a rule found; the gate adds the rule's code and the environments. */
export interface Finding {
  /** File of the tree. */
  readonly path: string;
  /** `Deployment web/web`. */
  readonly resource?: string;
  /** What is wrong, the value, and the remedy. */
  readonly message: string;
  /** Other objects that are missing, each by its name or with its kind: it is no finding where they may have been left out of a faulty build. @default [] */
  readonly names?: readonly string[];
  /** Parts that the object itself lacks or has wrong: the same where a change of it was left out. @default [] */
  readonly parts?: readonly string[];
}

interface RuleText {
  /** Code of its issues, in kebab-case. */
  readonly code: string;
  /** One sentence: what holds when the rule passes. */
  readonly about: string;
}

/** A rule about what one cluster would run. */
export interface EnvironmentRule extends RuleText {
  readonly scope: "environment";
  check(environment: GateEnvironment, input: GateInput): Iterable<Finding>;
}

/** A rule about the files, whatever runs them. */
export interface TreeRule extends RuleText {
  readonly scope: "tree";
  check(input: GateInput): Iterable<Finding>;
}

export type Rule = EnvironmentRule | TreeRule;
