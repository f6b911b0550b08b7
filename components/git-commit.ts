import * as pulumi from "@pulumi/pulumi";
import type { GitCredentials, GitIdentity, GitMirror } from "./git/access";
import type { GitSigning } from "./git/transport/signing";
import type { GitHubPlace } from "./github/host";
import { hostedProvider } from "./hosted-provider";
import type { SealedFile } from "./model/file-tree";
import type { Source } from "./plan/head";
import type { Resolution } from "./plan/plan-types";
import type { CommitFiles } from "./publish/commit-files";
import { sealDigest } from "./sops/digest";

/** The monorepo's repository and the refs that this environment writes. */
export interface RepositoryArgs {
  readonly url: string;
  /** Branch that holds every environment's files. */
  readonly branch: string;
  /** Branch that the cluster follows; `branch` itself, or a release branch of the environment's own. */
  readonly followedRef: string;
  readonly author: GitIdentity;
  /** @default author */
  readonly committer?: GitIdentity;
  /** Where pull requests are opened; absent where the host is none of GitHub's. */
  readonly gitHub?: GitHubPlace;
}

/** Inputs of a `GitCommit`. */
export interface GitCommitArgs {
  readonly environment: string;
  /** Every environment of the model. */
  readonly environments: readonly string[];
  readonly repository: RepositoryArgs;
  /** Made secret by the class. */
  readonly credentials: pulumi.Input<GitCredentials>;
  /** Key that commits are signed with; made secret by the class. @default unsigned */
  readonly signing?: pulumi.Input<GitSigning>;
  /** Further remotes that get the same branches; made secret by the class. @default [] */
  readonly mirrors?: pulumi.Input<readonly GitMirror[]>;
  /** Whether commits are pushed, proposed for people to merge, or left to people as files of a working tree. @default push */
  readonly mode?: "push" | "pull-request" | "files";
  /** Folder that the mode `files` writes, relative to the project or below `~/`. */
  readonly worktree?: string;
  /** Text of a pull request. @default what the plan says of itself */
  readonly reviewText?: string;
  /** The wanted tree, as `commitFiles` splits it. */
  readonly files: CommitFiles;
  /** Sealed files that the tree leaves out, because their environment has not sealed them yet → that environment. */
  readonly pending: Readonly<Record<string, string>>;
  /** Configuration key → value, for the sealed files of this environment; made secret by the class. */
  readonly secrets: pulumi.Input<Readonly<Record<string, string>>>;
  readonly sealingKey: SealingKey;
  readonly source: Source;
  /** Lets runs from an unclean source tree replace each other's work. @default false */
  readonly allowUnclean?: boolean;
  /** Path → whose version stays where somebody else changed it. @default {} */
  readonly resolutions?: Readonly<Record<string, Resolution>>;
  /** What a move of the followed ref brings, for the preview to show; decides nothing. @default [] */
  readonly brings?: readonly string[];
}

/** Inputs of a `SealingKey`. */
export interface SealingKeyArgs {
  /** The environment's age identity, to draw the key from; made secret by the class. @default a random key */
  readonly identity?: pulumi.Input<string>;
}

/** A key that a stack makes once and keeps as a secret; digests of sealed values are made with it. */
export class SealingKey extends pulumi.dynamic.Resource {
  /** Secret. */
  declare readonly key: pulumi.Output<string>;

  constructor(name: string, { identity }: SealingKeyArgs = {}, opts?: pulumi.CustomResourceOptions) {
    const all = pulumi.mergeOptions(opts, { additionalSecretOutputs: ["key"] });
    const props = { key: undefined, ...(identity === undefined ? {} : { identity: pulumi.secret(identity) }) };
    super(hostedProvider("components/sops/key-provider.ts"), name, props, all, "flux-monorepo", "SealingKey");
  }
}

/** Brings the monorepo's branch to the wanted tree by one commit, or none, and moves the ref that the environment follows. */
export class GitCommit extends pulumi.dynamic.Resource {
  /** The commit that the environment's followed ref points at. */
  declare readonly revision: pulumi.Output<string>;
  /** URL of each mirror that does not hold what the repository holds → why; an update warns of each. */
  declare readonly mirrorsBehind: pulumi.Output<Readonly<Record<string, string>> | undefined>;

  constructor(name: string, args: GitCommitArgs, opts?: pulumi.CustomResourceOptions) {
    const { files, sealingKey, secrets, credentials, signing, mirrors, ...plain } = args;
    const values = pulumi.secret(secrets);
    const props = {
      ...plain,
      files: files.files,
      large: files.large,
      sealed: sealedInputs(files.sealed, { environment: args.environment, values, key: sealingKey.key }),
      credentials: pulumi.secret(credentials),
      secrets: values,
      ...(signing === undefined ? {} : { signing: pulumi.secret(signing) }),
      ...(mirrors === undefined ? {} : { mirrors: pulumi.secret(mirrors) }),
      revision: undefined,
      mirrorsBehind: undefined,
    };
    const secretOutputs = { additionalSecretOutputs: ["credentials", "secrets", "signing", "mirrors"] };
    super(
      hostedProvider("components/publish/commit-provider.ts"),
      name,
      props,
      pulumi.mergeOptions(opts, secretOutputs),
      "flux-monorepo",
      "GitCommit",
    );
    // The process of a dynamic provider has no way to the engine's diagnostics: what it prints is no warning.
    this.mirrorsBehind.apply((behind = {}) => {
      for (const [url, why] of Object.entries(behind))
        void pulumi.log.warn(`The mirror ${url} is behind. ${why}`, this);
    });
  }
}

interface DigestParts {
  readonly environment: string;
  readonly values: pulumi.Output<Readonly<Record<string, string>>>;
  readonly key: pulumi.Output<string>;
}

/** Sealed files with their digests; a keyed digest tells nothing about the values, so the preview may show that it changed. */
function sealedInputs(
  sealed: Readonly<Record<string, SealedFile>>,
  { environment, values, key }: DigestParts,
): Readonly<Record<string, pulumi.Inputs>> {
  const entries = Object.entries(sealed).map(([path, file]) => {
    if (file.environment !== environment) return [path, file] as const;
    const digest = pulumi
      .all([key, values])
      .apply(([secretKey, known]) => sealDigest(secretKey, { ...file, values: known }));
    return [path, { ...file, digest: pulumi.unsecret(digest) }] as const;
  });
  return Object.fromEntries(entries);
}
