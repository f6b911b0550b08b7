import type { GateEnvironment, GateInput } from "./gate-input";

/** One fault that a rule found; the gate adds the rule's code and the environments. */
export interface Finding {
  /** File of the tree. */
  readonly path: string;
  /** `Deployment web/web`. */
  readonly resource?: string;
  /** What is wrong, the value, and the remedy. */
  readonly message: string;
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
