import { BranchDefault } from "@pulumi/github/branchDefault";
import { Provider, type ProviderArgs } from "@pulumi/github/provider";
import { Repository } from "@pulumi/github/repository";
import { RepositoryRuleset } from "@pulumi/github/repositoryRuleset";
import { TeamRepository } from "@pulumi/github/teamRepository";
import * as pulumi from "@pulumi/pulumi";
import { apiBase, httpsUrl } from "./github/host";
import { planRepository } from "./github/repository-plan";
import type { RepositorySettings } from "./github/settings";

/** A GitHub App, installed at the repository's owner. */
export interface GitHubApp {
  readonly appId: string;
  readonly installationId: string;
  /** Made secret here. */
  readonly privateKey: string;
}

/** How the API of a GitHub host is reached. */
export interface GitHubAccess {
  /** `github.com`, or the host of a GitHub Enterprise. */
  readonly host: string;
  /** Organisation or person. */
  readonly owner: string;
  /** Made secret here. @default `app`, else what `tokenVariable` holds */
  readonly token?: string;
  /** Variable of the caller's environment. @default GITHUB_TOKEN */
  readonly tokenVariable?: string;
  readonly app?: GitHubApp;
}

/** The provider for one owner on one host. */
export function gitHubProvider(name: string, { host, owner, ...access }: GitHubAccess): Provider {
  return new Provider(name, { owner, baseUrl: apiBase(host), ...proof(access) });
}

function proof({
  token,
  app,
  tokenVariable = "GITHUB_TOKEN",
}: Omit<GitHubAccess, "host" | "owner">): Pick<ProviderArgs, "token" | "appAuth"> {
  if (token !== undefined) return { token: pulumi.secret(token) };
  if (app !== undefined) {
    const { appId: id, installationId, privateKey: pemFile } = app;
    // An empty token is none, and keeps the class from taking one from the environment.
    return { appAuth: pulumi.secret({ id, installationId, pemFile }), token: pulumi.secret("") };
  }
  // Read here: what the provider's class takes from the environment by itself, the state would hold in clear.
  const ambient = process.env[tokenVariable];
  return ambient === undefined || ambient === "" ? {} : { token: pulumi.secret(ambient) };
}

/** What one stack needs to own the repository. */
export interface OwnedRepository extends Omit<GitHubAccess, "owner" | "app"> {
  readonly settings: RepositorySettings;
  readonly adopt: boolean;
}

/** Inputs of a `GitHubRepository`. */
export interface GitHubRepositoryArgs {
  readonly host: string;
  readonly settings: RepositorySettings;
  /** Takes over the repository of that name instead of making one. @default false */
  readonly adopt?: boolean;
}

/**
 * The monorepo's repository and its rules, for the one stack that owns them. Everything is retained when the stack is destroyed. Takes
 * the GitHub provider through `opts`.
 */
export class GitHubRepository extends pulumi.ComponentResource {
  static readonly type = "flux-monorepo:github:GitHubRepository";
  /** `owner/name`, as environments name it in their configuration. */
  readonly fullName: pulumi.Output<string>;
  /** URL that Git takes with a token. */
  readonly url: string;

  constructor(name: string, args: GitHubRepositoryArgs, opts?: pulumi.ComponentResourceOptions) {
    super(GitHubRepository.type, name, { ...args }, opts);
    const { settings, adopt = false } = args;
    const plan = planRepository(settings);
    const owned = { parent: this, retainOnDelete: true };
    const repository = new Repository(`${name}-repository`, plan.repository, {
      ...owned,
      ignoreChanges: plan.leftAlone,
      ...(adopt ? { import: settings.name } : {}),
    });
    const { name: repositoryName } = repository;
    if (plan.defaultBranch !== undefined) {
      const branch = { repository: repositoryName, branch: plan.defaultBranch };
      new BranchDefault(`${name}-default-branch`, branch, owned);
    }
    for (const { slug, permission } of plan.teams) {
      new TeamRepository(`${name}-team-${slug}`, { repository: repositoryName, teamId: slug, permission }, owned);
    }
    if (plan.ruleset !== undefined) {
      new RepositoryRuleset(`${name}-rules`, { repository: repositoryName, ...plan.ruleset }, owned);
    }
    this.fullName = repository.fullName;
    this.url = httpsUrl({ host: args.host, owner: settings.owner, name: settings.name });
    this.registerOutputs({});
  }
}

/** What the stack that owns the repository tells about it. */
export interface RepositoryOutputs {
  /** `owner/name`. */
  readonly repository: pulumi.Output<string>;
  readonly url: string;
}

/** Declares the resources of the stack that owns the repository, and nothing of any environment. */
export function ownRepository({ settings, adopt, ...access }: OwnedRepository): RepositoryOutputs {
  const provider = gitHubProvider("github", { ...access, owner: settings.owner });
  const args = { host: access.host, settings, adopt };
  const { fullName, url } = new GitHubRepository("monorepo", args, { providers: { github: provider } });
  return { repository: fullName, url };
}
