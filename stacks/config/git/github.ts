import { publicHost, publicKnownHosts, type GitHubLocation } from "../../../components/github/host";
import { settingsIssues } from "../../../components/github/repository-plan";
import type { RepositorySettings } from "../../../components/github/settings";
import type { ProgramSource } from "../../../components/model/flux/program-source";
import { assertNoIssues, type Issue } from "../../../components/model/issue";
import type { RepositoryAccess } from "./access";
import type { Credentials } from "./credentials";
import { block, flag, hostName, matching, positive, text } from "../parsers";
import { configFileName, configReader, type ConfigReader, type RawConfig } from "../reader";

/** The stack that owns the repository on GitHub; every other one is an environment's. */
export const gitHubStack = "github";

type GitHubApp = Extract<Credentials, { readonly kind: "github-app" }>;

/** What an environment asks of GitHub beside commits. */
export interface GitHubConfig extends GitHubLocation {
  /** Token of the provider; without one, it takes `app`, or what `tokenVariable` holds. */
  readonly token?: string;
  /** Variable of the caller's environment with a token. @default GITHUB_TOKEN */
  readonly tokenVariable?: string;
  /** The GitHub App that pushes, which then manages keys and webhooks as well. */
  readonly app?: Pick<GitHubApp, "appId" | "installationId" | "privateKey">;
  /** Absent when Flux reads the repository with the credentials that push. */
  readonly deployKey?: {
    /** Another number makes another key. */
    readonly generation: number;
    /** `known_hosts` lines of the host. */
    readonly knownHosts: string;
  };
  /** Where notification-controller's receivers are reached; absent when nobody tells Flux of a push. */
  readonly webhookUrl?: string;
}

/** Decodes what an environment asks of GitHub; undefined when that is nothing but commits. */
export function decodeGitHub(read: ConfigReader, { github, credentials }: RepositoryAccess): GitHubConfig | undefined {
  const token = gitHubToken(read);
  if (read.has("adopt")) {
    const message = `Only the stack "${gitHubStack}" makes or adopts a repository; remove the key.`;
    read.fail("adopt", "conflicting-config-keys", message);
  }
  const deployKey = decodeDeployKey(read, github?.host ?? publicHost);
  const webhookUrl = read.get("webhookUrl", receiverUrl);
  for (const key of ["deployKey", "webhookUrl"] as const)
    if (read.has(key) && !(key === "deployKey" && deployKey === undefined)) refuseMismatch(read, key);
  if (github === undefined || (deployKey === undefined && webhookUrl === undefined)) return undefined;
  return {
    ...github,
    ...(token === undefined ? {} : { token }),
    ...(token === undefined && credentials.kind === "github-app" ? { app: credentials } : {}),
    ...(credentials.kind === "environment" ? { tokenVariable: credentials.variable } : {}),
    ...(deployKey === undefined ? {} : { deployKey }),
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
}

const receiverUrl = matching(
  /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?$/,
  "the address of notification-controller's receivers, such as https://flux.example.org",
);

function decodeDeployKey(read: ConfigReader, host: string): GitHubConfig["deployKey"] {
  const generation = read.get("deployKeyGeneration", positive) ?? 1;
  const given = read.get("gitKnownHosts", block);
  if (read.get("deployKey", flag) !== true) return undefined;
  if (read.has("sourceUrl"))
    read.fail(
      "deployKey",
      "conflicting-config-keys",
      "Flux reads the repository with the deploy key, hence not from sourceUrl; keep the one you mean.",
    );
  if (host !== publicHost && given === undefined)
    read.fail(
      "gitKnownHosts",
      "missing-config-value",
      `The SSH server is not known; store the output of \`ssh-keyscan ${host}\`, once you have checked it.`,
    );
  return { generation, knownHosts: host === publicHost ? publicKnownHosts : (given ?? "") };
}

function refuseMismatch(read: ConfigReader, key: "deployKey" | "webhookUrl"): void {
  if (!read.has("github"))
    read.fail(key, "conflicting-config-keys", "This needs github: name the repository as owner/name.");
  if (read.get("cluster", flag) === false)
    read.fail(key, "conflicting-config-keys", `There is no cluster to set up; remove ${key}, or the key cluster.`);
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
export function decodeGitHubStack(
  raw: RawConfig,
  settings: RepositorySettings | undefined,
  program?: ProgramSource,
): GitHubStackConfig {
  const read = configReader(gitHubStack, raw);
  const host = read.get("githubHost", hostName) ?? publicHost;
  const token = read.get("githubToken", text);
  const adopt = read.get("adopt", flag) ?? false;
  const foreign = Object.keys(raw).filter((key) => !stackKeys.includes(key));
  const wrong =
    settings === undefined ? [noSettings] : [...settingsIssues(settings), ...checkIssues(settings, program)];
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

/** A check that is required and never runs blocks every commit. */
function checkIssues({ rules }: RepositorySettings, program: ProgramSource | undefined): readonly Issue[] {
  if (rules === undefined || rules.requiredChecks !== undefined || program !== undefined) return [];
  const message =
    "The rules require the check of the monorepo's own workflow, which it has only where stacks/program.ts says where the program is. Say it there, or name the checks by requiredChecks.";
  return [{ code: "github-repository", path: "stacks/github.ts", resource: "rules", message }];
}

function foreignKey(key: string): Issue {
  return {
    code: "unknown-config-key",
    path: configFileName(gitHubStack),
    resource: `flux-monorepo:${key}`,
    message: `The stack that owns the repository has no use for this key. Known: ${stackKeys.join(", ")}.`,
  };
}
