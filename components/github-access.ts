import { getRepositoryOutput } from "@pulumi/github/getRepository";
import { RepositoryDeployKey } from "@pulumi/github/repositoryDeployKey";
import { RepositoryWebhook } from "@pulumi/github/repositoryWebhook";
import * as pulumi from "@pulumi/pulumi";
import { fluxNamespace } from "./cluster/flux-kinds";
import type { GitHubLocation } from "./github/host";
import type { KeyPairInputs } from "./github/key-pair-provider";
import { receiverAddress } from "./github/receiver";
import { hostedProvider } from "./hosted-provider";
import { receiverName } from "./manifests/render";

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
  static readonly type = "flux-monorepo:github-access:DeployKey";
  /** Entries of the Secret that Flux reads, secret; known once GitHub knows the key. */
  readonly entries: pulumi.Output<Readonly<Record<string, string>>>;

  constructor(name: string, args: DeployKeyArgs, opts?: pulumi.ComponentResourceOptions) {
    super(DeployKey.type, name, { ...args }, opts);
    const { repository, environment, cluster, readOnly, generation, knownHosts } = args;
    const title = `flux-monorepo ${environment} (cluster ${cluster})`;
    // Said to the engine, since a provider may have another mind: the new key is there before the old one goes.
    const inTurn = { deleteBeforeReplace: false };
    const pair = new DeployKeyPair(
      `${name}-pair`,
      { title, readOnly, generation },
      { ...afterOf(this, opts), ...inTurn },
    );
    const registered = new RepositoryDeployKey(
      `${name}-registration`,
      { repository: lookUp(repository, this), title, key: pair.publicKey, readOnly },
      { parent: this, ...inTurn },
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

/** Inputs of a `PushWebhook`. */
export interface PushWebhookArgs {
  readonly repository: GitHubLocation;
  /** Where GitHub reaches the receivers of the cluster. */
  readonly webhookUrl: string;
}

/** Lets GitHub tell one environment's Flux of every push. Takes the GitHub provider through `opts`. */
export class PushWebhook extends pulumi.ComponentResource {
  static readonly type = "flux-monorepo:github-access:PushWebhook";
  /** Entries of the Secret that the Receiver checks GitHub's signature with, secret. */
  readonly entries: pulumi.Output<Readonly<Record<string, string>>>;

  constructor(name: string, args: PushWebhookArgs, opts?: pulumi.ComponentResourceOptions) {
    super(PushWebhook.type, name, { ...args }, opts);
    const { repository, webhookUrl } = args;
    const { token } = new WebhookToken(`${name}-token`, afterOf(this, opts));
    const receiver = { name: receiverName, namespace: fluxNamespace };
    const secret = pulumi.secret(token);
    const url = secret.apply((value) => receiverAddress(webhookUrl, value, receiver));
    const configuration = { url, secret, contentType: "json", insecureSsl: false };
    new RepositoryWebhook(
      `${name}-registration`,
      { repository: lookUp(repository, this), events: ["push"], active: true, configuration },
      { parent: this, additionalSecretOutputs: ["configuration"] },
    );
    this.entries = secret.apply((value): Readonly<Record<string, string>> => ({ token: value }));
    this.registerOutputs({});
  }
}

/** What GitHub signs its notices with; a stack makes it once. */
class WebhookToken extends pulumi.dynamic.Resource {
  /** Secret. */
  declare readonly token: pulumi.Output<string>;

  constructor(name: string, opts: pulumi.CustomResourceOptions) {
    super(
      hostedProvider("components/github/token-provider.ts"),
      name,
      { token: undefined },
      { ...opts, additionalSecretOutputs: ["token"] },
      "flux-monorepo",
      "WebhookToken",
    );
  }
}

/** The name of a repository that another stack owns; fails where there is none. */
function lookUp({ owner, name }: GitHubLocation, parent: pulumi.ComponentResource): pulumi.Output<string> {
  return getRepositoryOutput({ fullName: `${owner}/${name}` }, { parent }).name;
}

/** Options of the first child, from which all others follow: what a component waits for, its children would not. */
function afterOf(
  parent: pulumi.ComponentResource,
  opts: pulumi.ComponentResourceOptions = {},
): pulumi.CustomResourceOptions {
  return { parent, ...(opts.dependsOn === undefined ? {} : { dependsOn: opts.dependsOn }) };
}
