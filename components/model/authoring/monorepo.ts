import type { Environment, MonorepoModel } from "../environment";
import { programIssues, type ProgramSource } from "../flux/program-source";
import { isGathering, tell } from "../report/gather";
import { modelIssues } from "./faults/model-issues";
import { soundModel } from "./sound/sound-model";
import { typesOf, type Variables } from "./variables/define-variables";
import { variableIssues } from "./variables/variable-faults";

/** What a monorepo is made of. */
export interface MonorepoOptions {
  readonly environments: Readonly<Record<string, Environment>>;
  /** Variables that objects of any environment may use. @default none */
  readonly variables?: Variables;
  /** Path in the monorepo → text of a file that is rendered as it is. @default none */
  readonly rawFiles?: Readonly<Record<string, string>>;
  /** Where the monorepo's own workflow finds the gate. @default the monorepo has no workflow */
  readonly program?: ProgramSource | undefined;
}

/**
 * The whole model. What is wrong in any environment, overlay, app and variable is told at once; while that is gathered, the model goes on without it.
 * @throws IssuesError
 */
export function defineMonorepo({ environments, variables, rawFiles, program }: MonorepoOptions): MonorepoModel {
  const types = variables === undefined ? {} : typesOf(variables);
  const typed = Object.keys(types).length === 0 ? environments : withTypes(environments, types);
  const model = {
    environments: typed,
    ...(rawFiles === undefined ? {} : { rawFiles }),
    ...(program === undefined ? {} : { program }),
  };
  const malformed = program === undefined ? [] : programIssues(program);
  const issues = [...modelIssues(model), ...variableIssues(types, model), ...malformed];
  if (issues.length === 0 || !isGathering()) {
    tell(issues);
    return model;
  }
  const sound = soundModel(model, issues);
  tell(issues, sound.leftOut);
  return sound.model;
}

function withTypes(
  environments: MonorepoOptions["environments"],
  variables: NonNullable<Environment["variables"]>,
): MonorepoOptions["environments"] {
  return Object.fromEntries(
    Object.entries(environments).map(([name, environment]) => [name, { ...environment, variables }]),
  );
}
