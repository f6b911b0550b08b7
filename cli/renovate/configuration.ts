/** A manager of Renovate that finds versions by regular expressions. */
export interface RegexManager {
  readonly customType: "regex";
  readonly description: string;
  /** Paths between slashes, as regular expressions. */
  readonly managerFilePatterns: readonly string[];
  /** Expressions of RE2, so without lookaround; their groups are named for fields of a dependency. */
  readonly matchStrings: readonly string[];
}

/** What `renovate.json` holds, as far as this program writes it. */
export interface RenovateConfiguration {
  readonly $schema: string;
  readonly description: string;
  readonly extends: readonly string[];
  readonly enabledManagers: readonly string[];
  readonly customManagers: readonly RegexManager[];
  readonly packageRules: readonly object[];
}

const comment =
  "# renovate: datasource=(?<datasource>[a-z-]+) depName=(?<depName>[^\\s]+)(?: registryUrl=(?<registryUrl>[^\\s]+))?\\r?\\n";
const key = "[A-Za-z0-9-]+:";
const value = `["']?(?<currentValue>[^\\s"']+)["']?`;
const digest = `["']?(?<currentDigest>sha256:[0-9a-f]{64})["']?`;
const nextField = "\\r?\\n {4}";

/** Configuration with which Renovate updates the versions files of the environments, each in branches of its own, and nothing else. */
export function renovateConfiguration(environments: readonly string[]): RenovateConfiguration {
  return {
    $schema: "https://docs.renovatebot.com/renovate-schema.json",
    description: "Written by `npm run renovate` from stacks/; a test compares it.",
    extends: ["config:recommended"],
    enabledManagers: ["custom.regex"],
    customManagers: [
      {
        customType: "regex",
        description: "Images, charts and Flux itself, each by the comment above it",
        managerFilePatterns: environments.map((name) => `/^stacks/${name}\\.versions\\.yaml$/`),
        matchStrings: [
          `${comment}${key} ${value}`,
          `${comment} {2}${key}${nextField}(?:tag|version): ${value}(?:${nextField}digest: ${digest})?`,
          `${comment} {2}${key}${nextField}digest: ${digest}(?:${nextField}tag: ${value})?`,
        ],
      },
    ],
    packageRules: environments.map((name) => ({
      description: `${name} is updated on its own`,
      matchFileNames: [versionsFile(name)],
      additionalBranchPrefix: `${name}-`,
      commitMessageSuffix: `(${name})`,
    })),
  };
}

/** File that holds an environment's versions. */
export function versionsFile(environment: string): string {
  return `stacks/${environment}.versions.yaml`;
}

/** Text of `renovate.json`. */
export function configurationText(configuration: RenovateConfiguration): string {
  return `${JSON.stringify(configuration, null, 2)}\n`;
}
