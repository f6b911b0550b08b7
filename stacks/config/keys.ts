/** What one configuration key is for; the README's table is checked against these. */
export interface ConfigKey {
  readonly about: string;
  /** What holds when the key is left out. */
  readonly fallback?: string;
  /** Its value is a credential: set with `pulumi config set --secret`, never printed. */
  readonly secret?: true;
}

/** Every key of `flux-monorepo:` in `Pulumi.<env>.yaml`, in the order that documentation lists them. */
export const configKeys = {
  repository: {
    about: "URL of the generated monorepo: `https://…`, `ssh://…`, `git@host:owner/name.git`, or `http://` on loopback",
  },
  github: { about: "`owner/name` on GitHub, instead of `repository`" },
  githubHost: { about: "host of a GitHub Enterprise", fallback: "`github.com`" },
  githubToken: {
    about: "token that may manage deploy keys, and in the stack `github` the repository",
    fallback: "what pushes over HTTP(S), else `$GITHUB_TOKEN`",
    secret: true,
  },
  deployKey: {
    about: "`true` gives the cluster a deploy key of its own, with which Flux reads the repository on GitHub",
    fallback: "`false`: Flux reads it with the credentials that push",
  },
  deployKeyGeneration: {
    about: "a number; another one makes a new deploy key and removes the old one",
    fallback: "`1`",
  },
  webhookUrl: {
    about:
      "address at which GitHub reaches notification-controller's receivers (`https://flux.example.org`), so that a push is seen at once",
    fallback: "Flux looks every `sourceInterval`",
  },
  adopt: {
    about: "`true` in the stack `github` takes over a repository that exists",
    fallback: "`false`: a new one is made",
  },
  branch: { about: "branch that commits are pushed to", fallback: "`main`" },
  follows: { about: "branch that this environment's cluster follows", fallback: "the value of `branch`" },
  gitUsername: { about: "user name sent with `gitToken`", fallback: "`git`" },
  gitToken: { about: "token that may push over HTTP(S)", secret: true },
  gitTokenVariable: {
    about:
      "name of an environment variable that holds that token instead, for instance in a CI; Flux does not get it, and needs `deployKey` where the repository is private",
  },
  gitPrivateKey: { about: "private key that may push over SSH, in PEM or OpenSSH form", secret: true },
  gitKnownHosts: {
    about: "`known_hosts` lines of the SSH server; needed with `gitPrivateKey`, or with `deployKey` and `githubHost`",
    fallback: "those of github.com",
  },
  githubApi: {
    about: "base of GitHub's REST API, where it cannot be told from the host of `repository`",
    fallback: "that of the host",
  },
  githubAppId: { about: "id of a GitHub App that pushes, opens pull requests, and opens the repository to Flux" },
  githubAppInstallationId: { about: "id of that App's installation at the repository's owner" },
  githubAppPrivateKey: { about: "private key of that App, as GitHub hands it out (PEM)", secret: true },
  authorName: { about: "author of the commits", fallback: "`flux-monorepo`" },
  authorEmail: { about: "address of that author", fallback: "`flux-monorepo@localhost`" },
  committerName: { about: "committer of the commits", fallback: "the author" },
  committerEmail: { about: "address of that committer", fallback: "the author's" },
  signingKey: {
    about: "OpenSSH or armored GPG private key, without a passphrase, that signs the commits",
    fallback: "commits are unsigned",
    secret: true,
  },
  mode: {
    about:
      "`push`; `pull-request` proposes each commit for people to merge; `files` writes them to the folder `worktree` and pushes nothing",
    fallback: "`push`",
  },
  worktree: { about: "folder that `mode: files` writes, relative to this folder or below `~/`: a clone of yours" },
  mirrors: { about: "name → URL of further remotes that get the same branches", fallback: "none" },
  mirrorCredentials: { about: "name of a mirror → token or private key that may push to it", secret: true },
  followMirror: {
    about: "name of one of `mirrors`, which the cluster follows in place of the repository",
    fallback: "the cluster follows the repository",
  },
  followArtifact: {
    about:
      "OCI artifact of the monorepo that your CI publishes and the cluster follows in place of Git: `url` (`oci://…`), `tag`, and where the registry asks for it `secret` (a pull secret that you make in `flux-system`) or `provider` (`aws`, `azure`, `gcp`)",
    fallback: "the cluster follows the repository",
  },
  splitLayers: {
    about:
      "`true` gives each layer an artifact of its own folders, so that a commit reconciles only the layers that it touches; needs source-watcher in `fluxComponentsExtra`",
    fallback: "`false`: every commit reconciles every layer",
  },
  allowUncleanSource: {
    about: "`true` lets a checkout with uncommitted edits replace what another run wrote",
    fallback: "`false`",
  },
  resolutions: {
    about: "path → `ours` or `theirs`, for a generated file that someone else edited",
    fallback: "such an edit is a conflict",
  },
  allowPrune: {
    about:
      "objects that an update may let Flux delete: `Deployment web/web`, `ConfigMap web/*`, `Namespace web`; with `<env>: ` before it, in that other environment's cluster",
    fallback: "none: such an update is refused",
  },
  expectPlan: {
    about: "digests that a preview ended with, `files=…,objects=…,prune=…`; an update whose plan differs is refused",
    fallback: "any plan",
  },
  sourceUrl: {
    about: "URL that Flux clones where it differs from the one pushed to",
    fallback: "the repository's URL",
  },
  cluster: {
    about:
      "`false` writes Git only; refused in a stack that has installed Flux, unless `uninstallFlux` names its cluster",
    fallback: "`true`",
  },
  uninstallFlux: {
    about:
      "UID of the `kube-system` namespace of the cluster that a stack with `cluster: false` takes Flux from, and nothing that Flux applied",
    fallback: "none: Flux is never taken from a cluster but by `pulumi destroy`",
  },
  kubeconfig: {
    about: "path of the kubeconfig, relative to this folder or below `~/`",
    fallback: "`$KUBECONFIG`, else `~/.kube/config`",
  },
  context: { about: "context of the kubeconfig; needed, since the current context is never used" },
  acceptCluster: { about: "UID of the `kube-system` namespace of a cluster that replaces the recorded one" },
  fluxComponents: { about: "controllers to install", fallback: "source, kustomize, helm and notification" },
  fluxComponentsExtra: { about: "controllers to install besides `fluxComponents`", fallback: "none" },
  registry: { about: "registry of the controllers' images", fallback: "`ghcr.io/fluxcd`" },
  imagePullSecret: { about: "name of the Secret that pulls those images", fallback: "none" },
  watchAllNamespaces: { about: "whether Flux reconciles objects outside `flux-system`", fallback: "`true`" },
  networkPolicy: { about: "whether network policies guard the controllers", fallback: "`true`" },
  logLevel: { about: "`debug`, `info` or `error`", fallback: "`info`" },
  clusterDomain: { about: "the cluster's internal domain", fallback: "`cluster.local`" },
  tolerationKeys: { about: "taint keys that the controllers tolerate", fallback: "none" },
  sourceInterval: { about: "how often Flux looks at the repository", fallback: "`1m0s`" },
  syncInterval: { about: "how often Flux applies `clusters/<env>` anew", fallback: "`10m0s`" },
  reconcileTimeout: { about: "how long an update waits for Flux to apply its commit", fallback: "`10m`" },
  decryptionSecret: { about: "Secret in `flux-system` that holds the age identity", fallback: "`sops-age`" },
  ageIdentity: {
    about:
      "age identity (`AGE-SECRET-KEY-1…`), or a list of several, for `decryptionSecret`; without it you keep that Secret, its entries ending in `.agekey`: create it, or take the key away and the Secret stays as it is",
    secret: true,
  },
  ageRecipients: {
    about: "environment → public age recipients, in place of those in `stacks/`; the same in every stack",
    fallback: "those in `stacks/`",
  },
  variables: {
    about: "name → value of the variables that `stacks/cluster/variables.ts` declares and this environment uses",
  },
  secrets: { about: "name → value, the names being those that sealed secrets refer to", secret: true },
} as const satisfies Readonly<Record<string, ConfigKey>>;

export type ConfigKeyName = keyof typeof configKeys;

/** Every known key, in documentation order. */
export const configKeyNames = Object.keys(configKeys) as readonly ConfigKeyName[];

/** Tells whether a key's value must stay out of messages. */
export function isSecretKeyName(key: string): boolean {
  const known: Readonly<Record<string, ConfigKey>> = configKeys;
  return known[key]?.secret === true;
}
