import { defineMonorepo } from "../components/model/authoring";
import type { Environment, MonorepoModel } from "../components/model/environment";
import { tell } from "../components/model/report/gather";
import { variables } from "./cluster/variables";
import { environmentNames, type EnvironmentName } from "./environment-names";
import { production } from "./production";
import { program } from "./program";
import { recipients } from "./recipients";
import { staging } from "./staging";
import { readVersions, type Versions } from "./versions";

export { environmentNames, type EnvironmentName } from "./environment-names";

/** What of the model does not come from the files of this folder. */
export interface MonorepoOptions {
  /** Environment → public age recipients that take the place of those in `recipients.ts`. @default {} */
  readonly ageRecipients?: Readonly<Record<string, readonly string[]>>;
}

/** An environment that is named but not made here does not compile. */
const environments: Readonly<
  Record<EnvironmentName, (versions: Versions, ageRecipients: readonly string[]) => Environment>
> = {
  staging,
  production,
};

/** The whole model, from the files of this folder. @throws IssuesError with everything that is wrong in them. */
export function monorepo({ ageRecipients = {} }: MonorepoOptions = {}): MonorepoModel {
  const unknown = Object.keys(ageRecipients).filter((name) => !environmentNames.some((known) => known === name));
  tell(
    unknown.map((name) => ({
      code: "unknown-environment",
      path: "stacks/recipients.ts",
      message: `recipients are given for "${name}", which is no environment. Known: ${environmentNames.join(", ")}.`,
    })),
  );
  const versions = readVersions();
  const made = environmentNames.map(
    (name) => [name, environments[name](versions[name], ageRecipients[name] ?? recipients[name])] as const,
  );
  return defineMonorepo({ environments: Object.fromEntries(made), variables, program });
}
