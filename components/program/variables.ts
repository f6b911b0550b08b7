import { variablesOf } from "../model/flux/variable-use";
import { valueFault } from "../model/flux/variable-values";
import type { VariableTypes } from "../model/flux/variables";
import type { Environment } from "../model/environment";
import type { Fault, Issue } from "../model/issue";
import { configFileName, type StackConfig } from "../../stacks/config";

/** The values of an environment's cluster variables, as far as they are known before there is any resource. */
export interface RunVariables {
  /** From the stack's configuration. */
  readonly values: Readonly<Record<string, string>>;
  /** Those that a resource gives, with their types. */
  readonly awaited: VariableTypes;
}

/** What a run knows of variables. */
interface Given {
  readonly declared: VariableTypes;
  /** Variables that the environment uses. */
  readonly used: readonly string[];
  /** Values of the configuration. */
  readonly values: Readonly<Record<string, string>>;
  readonly fromResources: readonly string[];
}

/** Tells where each variable that an environment uses gets its value from, and what is wrong with the values. */
export function runVariables(
  config: Pick<StackConfig, "environment" | "variables" | "kube">,
  environment: Environment,
  fromResources: readonly string[],
): { readonly variables: RunVariables; readonly issues: readonly Issue[] } {
  const declared = environment.variables ?? {};
  const given: Given = { declared, used: variablesOf(environment), values: config.variables, fromResources };
  const faults = [...(config.kube === undefined ? [] : missing(given, config.environment)), ...superfluous(given)];
  const path = configFileName(config.environment);
  return {
    variables: {
      values: Object.fromEntries(Object.entries(given.values).filter(([name]) => given.used.includes(name))),
      awaited: Object.fromEntries(
        Object.entries(declared).filter(([name]) => given.used.includes(name) && fromResources.includes(name)),
      ),
    },
    issues: [...faults, ...malformed(given)].map((fault) => ({
      ...fault,
      path,
      resource: `flux-monorepo:variables.${fault.resource ?? ""}`,
    })),
  };
}

function missing({ used, values, fromResources }: Given, environment: string): readonly Fault[] {
  return used
    .filter((name) => !Object.hasOwn(values, name) && !fromResources.includes(name))
    .map((name) => ({
      code: "missing-variable",
      resource: name,
      message: `${environment} uses the variable ${name}, which has no value; run \`pulumi config set --path variables.${name} --type string <value>\`, or give it from a resource in index.ts.`,
    }));
}

function superfluous({ declared, used, values, fromResources }: Given): readonly Fault[] {
  const unknown = fromResources.filter((name) => !Object.hasOwn(declared, name));
  const fault = (code: string, message: string) => (resource: string) => ({ code, resource, message });
  return [
    ...unknown.map(fault("unknown-variable", "A resource gives this value, but no variable of that name is declared.")),
    ...Object.keys(values)
      .filter((name) => !used.includes(name))
      .map(fault("unused-variable", "No object of this environment uses such a variable. Take the value away.")),
    ...Object.keys(values)
      .filter((name) => fromResources.includes(name))
      .map(fault("conflicting-variable", "A resource gives this value already. Take the one here away.")),
  ];
}

function malformed({ declared, values }: Given): readonly Fault[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const type = Object.hasOwn(declared, name) ? declared[name] : undefined;
    const fault = type === undefined ? undefined : valueFault(name, type, value);
    return fault === undefined ? [] : [fault];
  });
}
