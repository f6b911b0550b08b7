import type { Environment, MonorepoModel } from "../../model/environment";
import type { Issue } from "../../model/issue";
import { gather } from "../../model/report/gather";
import type { LeftOut } from "../../model/report/left-out";
import { draftConfig, rawFromEngine, type StackConfig } from "../../../stacks/config";
import { environmentNames, monorepo } from "../../../stacks";
import { withKnownFlux } from "./flux-versions";

/** What a run follows from, as far as it can be read, and everything that is wrong with it. */
export interface DraftRun {
  readonly config: StackConfig;
  readonly model: MonorepoModel;
  /** Undefined where the model lacks it. */
  readonly environment: Environment | undefined;
  readonly issues: readonly Issue[];
  readonly leftOut: readonly LeftOut[];
}

/** Reads the configuration and the model of a stack. @throws IssuesError where the stack is no environment */
export function draftRun(stack: string, values: Readonly<Record<string, string>>): DraftRun {
  const { config, issues } = draftConfig(stack, rawFromEngine(values), environmentNames);
  const modelled = gather(() => monorepo({ ageRecipients: config.ageRecipients }));
  const known = withKnownFlux(modelled.value ?? { environments: {} });
  return {
    config,
    model: known.model,
    environment: known.model.environments[stack],
    issues: [...issues, ...modelled.issues, ...known.issues],
    leftOut: modelled.leftOut,
  };
}
