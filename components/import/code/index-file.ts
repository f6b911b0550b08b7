import type { Allowance } from "../../validation/allowance";
import type { Draft } from "../draft/draft";
import { environmentName } from "./environment-files";

/** Code of `index.ts`: the whole model, with the variables and the workflow that the program's other files of `stacks/` declare. */
export function indexFile({ environments, rawFiles, kept: keptFiles }: Draft): string {
  const paths = Object.keys(rawFiles);
  const imports = environments.map(({ name }) => `import { ${environmentName(name)} } from "./${name}";`);
  const entries = environments.map(({ name }) => `${JSON.stringify(name)}: ${environmentName(name)},`);
  const named = paths.map((path) => `${JSON.stringify(path)}: rawFile(${JSON.stringify(path)}),`);
  const kept = [...(keptFiles.size === 0 ? [] : ["...keptFiles(),"]), ...named];
  const readers = [...(keptFiles.size === 0 ? [] : ["keptFiles"]), ...(paths.length === 0 ? [] : ["rawFile"])];
  return `import { defineMonorepo } from "../components/model/authoring";
import type { Environment, MonorepoModel } from "../components/model/environment";
import { variables } from "./cluster/variables";
import { environmentNames, type EnvironmentName } from "./environment-names";
${imports.join("\n")}
import { program } from "./program";
${readers.length === 0 ? "" : `import { ${readers.join(", ")} } from "./raw-files";\n`}import { recipients } from "./recipients";
import { readVersions, type Versions } from "./versions";

export { environmentNames, type EnvironmentName } from "./environment-names";

/** What of the model does not come from the files of this folder. */
export interface MonorepoOptions {
  /** Environment → public age recipients that take the place of those in \`recipients.ts\`. @default {} */
  readonly ageRecipients?: Readonly<Record<string, readonly string[]>>;
}

/** An environment that is named but not made here does not compile. */
const environments: Readonly<
  Record<EnvironmentName, (versions: Versions, ageRecipients: readonly string[]) => Environment>
> = {
  ${entries.join("\n  ")}
};

/** The whole model, from the files of this folder. @throws IssuesError with everything that is wrong in them. */
export function monorepo({ ageRecipients = {} }: MonorepoOptions = {}): MonorepoModel {
  const versions = readVersions();
  const made = environmentNames.map(
    (name) => [name, environments[name](versions[name], ageRecipients[name] ?? recipients[name])] as const,
  );
  return defineMonorepo({ environments: Object.fromEntries(made), variables, program${kept.length === 0 ? "" : `, rawFiles: { ${kept.join(" ")} }`} });
}
`;
}

/** Code of `program.ts`, until its reader says where the program is. */
export const programFile = `import type { ProgramSource } from "../components/model/flux/program-source";

/**
 * Where this program can be checked out from on GitHub. Once it is set, the monorepo gets a workflow that runs the gate over its own files, for
 * hand edits and pull requests: \`{ repository: "you/flux-monorepo", ref: "v1.0.0" }\`.
 */
export const program: ProgramSource | undefined = undefined;
`;

/** Code of `cluster/variables.ts`, until there are any. */
export const variablesFile = `import { defineVariables } from "../../components/model/authoring";

/** Values that only the cluster's own resources know: \`defineVariables({ publicAddress: "ip" })\`. */
export const variables = defineVariables({});
`;

/** Code of `rules.ts`, with what the gate has to let pass for now. */
export function rulesFile(allowances: readonly Allowance[]): string {
  return `import type { Allowance } from "../components/validation/allowance";
import type { Rule } from "../components/validation/rule";

/** Rules of your own, run with those of the gate over everything that is built. */
export const rules: readonly Rule[] = [];

/** Objects that may break a rule, each with its reason; one that is no longer needed is reported. */
export const allowances: readonly Allowance[] = ${JSON.stringify(allowances)};
`;
}
