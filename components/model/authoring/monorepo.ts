import type { Environment, MonorepoModel } from "../environment";
import { assertNoIssues } from "../issue";
import { modelIssues } from "./faults/model-issues";
import { typesOf, type Variables } from "./variables/define-variables";
import { variableIssues } from "./variables/variable-faults";

/** What a monorepo is made of. */
export interface MonorepoOptions {
  readonly environments: Readonly<Record<string, Environment>>;
  /** Variables that objects of any environment may use. @default none */
  readonly variables?: Variables;
}

/** The whole model. @throws IssuesError with everything that is wrong in any environment, overlay, app and variable. */
export function defineMonorepo({ environments, variables }: MonorepoOptions): MonorepoModel {
  const types = variables === undefined ? {} : typesOf(variables);
  const model = Object.keys(types).length === 0 ? { environments } : { environments: withTypes(environments, types) };
  assertNoIssues([...modelIssues(model), ...variableIssues(types, model)]);
  return model;
}

function withTypes(
  environments: MonorepoOptions["environments"],
  variables: NonNullable<Environment["variables"]>,
): MonorepoOptions["environments"] {
  return Object.fromEntries(
    Object.entries(environments).map(([name, environment]) => [name, { ...environment, variables }]),
  );
}
