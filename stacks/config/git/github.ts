import { publicHost, publicKnownHosts, type GitHubLocation } from "../../../components/github/host";
import { settingsIssues } from "../../../components/github/repository-plan";
import type { RepositorySettings } from "../../../components/github/settings";
import { assertNoIssues, type Issue } from "../../../components/model/issue";
import type { RepositoryAccess } from "./access";
import { block, flag, hostName, positive, text } from "../parsers";
import { configFileName, configReader, type ConfigReader, type RawConfig } from "../reader";

/** The stack that owns the repository on GitHub; every other one is an environment's. */
export const gitHubStack = "github";

/** What an environment asks of GitHub beside commits. */
export interface GitHubConfig extends GitHubLocation {
  /** Token of the provider; without one, it takes `GITHUB_TOKEN`. */
  readonly token?: string;
  readonly deployKey: {
    /** Another number makes another key. */
    readonly generation: number;
    /** `known_hosts` lines of the host. */
    readonly knownHosts: string;
  };
}

/** Decodes the deploy key's settings; undefined when the cluster gets no deploy key. */
export function decodeGitHub(read: ConfigReader, access: RepositoryAccess): GitHubConfig | undefined {
  const wanted = read.get("deployKey", flag) ?? false;
  const generation = read.get("deployKeyGeneration", positive) ?? 1;
  const token = gitHubToken(read);
  const knownHosts = read.get("gitKnownHosts", block);
  if (read.has("adopt")) {
    const message = `Only the stack "${gitHubStack}" makes or adopts a repository; remove the key.`;
    read.fail("adopt", "conflicting-config-keys", message);
  }
  if (!wanted) return undefined;
  refuseMismatch(read);
  const { github } = access;
  if (github === undefined) return undefined;
  if (github.host !== publicHost && knownHosts === undefined)
    read.fail(
      "gitKnownHosts",
      "missing-config-value",
      `The SSH server is not known; store the output of \`ssh-keyscan ${github.host}\`, once you have checked it.`,
    );
  return {
    ...github,
    ...(token === undefined ? {} : { token }),
    deployKey: { generation, knownHosts: github.host === publicHost ? publicKnownHosts : (knownHosts ?? "") },
  };
}

function refuseMismatch(read: ConfigReader): void {
  if (!read.has("github"))
    read.fail("deployKey", "conflicting-config-keys", "A deploy key needs github: name the repository as owner/name.");
  if (read.has("sourceUrl"))
    read.fail(
      "deployKey",
      "conflicting-config-keys",
      "Flux reads the repository with the deploy key, hence not from sourceUrl; keep the one you mean.",
    );
  if (read.get("cluster", flag) === false)
    read.fail(
      "deployKey",
      "conflicting-config-keys",
      "There is no cluster to hand a deploy key to; remove deployKey, or the key cluster.",
    );
}

function gitHubToken(read: ConfigReader): string | undefined {
  return read.get("githubToken", text) ?? read.get("gitToken", text);
}

/** The configuration of the stack that owns the repository. */
export interface GitHubStackConfig {
  readonly host: string;
  /** Token of the provider; without one, it takes `GITHUB_TOKEN`. */
  readonly token?: string;
  readonly adopt: boolean;
  readonly settings: RepositorySettings;
}

const stackKeys: readonly string[] = ["githubHost", "githubToken", "adopt"];

/** Decodes `Pulumi.github.yaml`, for the settings of `stacks/github.ts`. @throws IssuesError with every problem at once */
export function decodeGitHubStack(raw: RawConfig, settings: RepositorySettings | undefined): GitHubStackConfig {
  const read = configReader(gitHubStack, raw);
  const host = read.get("githubHost", hostName) ?? publicHost;
  const token = read.get("githubToken", text);
  const adopt = read.get("adopt", flag) ?? false;
  const foreign = Object.keys(raw).filter((key) => !stackKeys.includes(key));
  const wrong = settings === undefined ? [noSettings] : settingsIssues(settings);
  assertNoIssues([...read.issues, ...foreign.map(foreignKey), ...wrong]);
  if (settings === undefined) throw new Error(noSettings.message);
  return { host, ...(token === undefined ? {} : { token }), adopt, settings };
}

const noSettings: Issue = {
  code: "github-repository",
  path: "stacks/github.ts",
  message:
    "No repository is described, so that the stack has nothing to own. Give `repository` its settings: owner, ownerKind and name.",
};

function foreignKey(key: string): Issue {
  return {
    code: "unknown-config-key",
    path: configFileName(gitHubStack),
    resource: `flux-monorepo:${key}`,
    message: `The stack that owns the repository has no use for this key. Known: ${stackKeys.join(", ")}.`,
  };
}
