import { BranchDefault } from "@pulumi/github/branchDefault";
import { getRepositoryOutput } from "@pulumi/github/getRepository";
import { Provider } from "@pulumi/github/provider";
import { Repository } from "@pulumi/github/repository";
import { RepositoryDeployKey } from "@pulumi/github/repositoryDeployKey";
import { RepositoryRuleset } from "@pulumi/github/repositoryRuleset";
import { TeamRepository } from "@pulumi/github/teamRepository";
import * as pulumi from "@pulumi/pulumi";
import { apiBase, httpsUrl, type GitHubLocation } from "./github/host";
import type { KeyPairInputs } from "./github/key-pair-provider";
import { planRepository } from "./github/repository-plan";
import type { RepositorySettings } from "./github/settings";
import { hostedProvider } from "./hosted-provider";

/** How the API of a GitHub host is reached. */
export interface GitHubAccess {
  /** `github.com`, or the host of a GitHub Enterprise. */
  readonly host: string;
  /** Organisation or person. */
  readonly owner: string;
  /** Made secret here. @default `GITHUB_TOKEN` of the environment */
  readonly token?: string;
}

/** The provider for one owner on one host. */
export function gitHubProvider(name: string, { host, owner, token }: GitHubAccess): Provider {
  const baseUrl = apiBase(host);
  return new Provider(name, {
    owner,
    ...(token === undefined ? {} : { token: pulumi.secret(token) }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
}

/** What one stack needs to own the repository. */
export interface OwnedRepository extends Omit<GitHubAccess, "owner"> {
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

/** Inputs of a `DeployKey`. */
export interface DeployKeyArgs {
  readonly repository: GitHubLocation;
  readonly environment: string;
  /** What people call the cluster that holds the key. */
  readonly cluster: string;
  /** Image automation pushes; nothing else does. */
  readonly readOnly: boolean;
  /** Another number makes another key. */
  readonly generation: number;
  /** `known_hosts` lines of the host. */
  readonly knownHosts: string;
}

/**
 * The key with which one environment's cluster reads a repository that another stack owns. A rotation adds the new key to GitHub, then
 * hands it to the cluster, and removes the old one last. Takes the GitHub provider through `opts`.
 */
export class DeployKey extends pulumi.ComponentResource {
  static readonly type = "flux-monorepo:github:DeployKey";
  /** Entries of the Secret that Flux reads, secret; known once GitHub knows the key. */
  readonly entries: pulumi.Output<Readonly<Record<string, string>>>;

  constructor(name: string, args: DeployKeyArgs, opts?: pulumi.ComponentResourceOptions) {
    super(DeployKey.type, name, { ...args }, opts);
    const { repository, environment, cluster, readOnly, generation, knownHosts } = args;
    const title = `flux-monorepo ${environment} (cluster ${cluster})`;
    // Nothing else of this waits for what the component waits for: all of it follows from the pair.
    const after = opts?.dependsOn === undefined ? {} : { dependsOn: opts.dependsOn };
    const pair = new DeployKeyPair(`${name}-pair`, { title, readOnly, generation }, { parent: this, ...after });
    const found = getRepositoryOutput({ fullName: `${repository.owner}/${repository.name}` }, { parent: this });
    const registered = new RepositoryDeployKey(
      `${name}-registration`,
      { repository: found.name, title, key: pair.publicKey, readOnly },
      { parent: this },
    );
    this.entries = pulumi
      .all([pulumi.secret(pair.privateKey), pair.publicKey, registered.id])
      .apply(([identity, publicKey]): Readonly<Record<string, string>> => {
        return { identity, "identity.pub": publicKey, known_hosts: knownHosts };
      });
    this.registerOutputs({});
  }
}

/** A key pair that a stack makes and keeps. */
class DeployKeyPair extends pulumi.dynamic.Resource {
  /** Secret. */
  declare readonly privateKey: pulumi.Output<string>;
  declare readonly publicKey: pulumi.Output<string>;

  constructor(name: string, inputs: KeyPairInputs, opts: pulumi.CustomResourceOptions) {
    super(
      hostedProvider("components/github/key-pair-provider.ts"),
      name,
      { ...inputs, privateKey: undefined, publicKey: undefined },
      { ...opts, additionalSecretOutputs: ["privateKey"] },
      "flux-monorepo",
      "DeployKeyPair",
    );
  }
}
