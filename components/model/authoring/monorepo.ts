import type { Environment, MonorepoModel } from "../environment";
import { assertNoIssues } from "../issue";
import { modelIssues } from "./faults/model-issues";

/** The whole model. @throws IssuesError with everything that is wrong in any environment, overlay and app. */
export function defineMonorepo<const E extends Readonly<Record<string, Environment>>>(input: {
  readonly environments: E;
}): MonorepoModel & {
  readonly environments: E;
} {
  assertNoIssues(modelIssues(input));
  return { environments: input.environments };
}
