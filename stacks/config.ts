import { assertNoIssues } from "../components/model/issue";
import { tell } from "../components/model/report/gather";
import type { ClusterSettings } from "../components/model/cluster-settings";
import type { Duration } from "../components/model/duration";
import { decodeAccess, type RepositoryAccess } from "./config/git/access";
import { decodeClusterSettings, decodeKube, decodeUninstall, decodeVariables, type KubeAccess } from "./config/cluster";
import { decodeGitHub, gitHubStack, type GitHubConfig } from "./config/git/github";
import { duration, flag, oneOf, recordOf } from "./config/parsers";
import { decodePrune, type PruneConfig } from "./config/prune";
import { decodePublishing, type PublishingConfig } from "./config/git/publishing";
import { configFileName, configReader, type RawConfig } from "./config/reader";
import { decodeSealing, type SealingConfig } from "./config/secrets";

export type { RepositoryAccess } from "./config/git/access";
export type { Credentials } from "./config/git/credentials";
export type { PublishingConfig, PublishingMode } from "./config/git/publishing";
export type { KubeAccess } from "./config/cluster";
export { decodeGitHubStack, gitHubStack, type GitHubConfig, type GitHubStackConfig } from "./config/git/github";
export { configKeyNames, configKeys, isSecretKeyName } from "./config/keys";
export { draftConfig, draftConfigFile, type ConfigDraft, type ConfigFileDraft } from "./config/draft";
export { plaintextSecrets, rawFromEngine, readConfigFile, unencryptedSecrets } from "./config/raw";
export { configFileName, type RawConfig } from "./config/reader";
export { decodeAgeIdentities } from "./config/secrets";

/** One environment's configuration, every key checked. */
export interface StackConfig extends SealingConfig, PruneConfig {
  readonly environment: string;
  readonly access: RepositoryAccess;
  readonly publishing: PublishingConfig;
  /** Absent when the cluster gets no deploy key. */
  readonly github?: GitHubConfig;
  /** What this stack adds to `clusters/<env>/`. */
  readonly cluster: ClusterSettings;
  /** Cluster variable → value. */
  readonly variables: Readonly<Record<string, string>>;
  /** Absent when the stack writes Git only (`cluster: false`). */
  readonly kube?: KubeAccess;
  /** UID of a cluster that Flux may be taken from, where `kube` is absent. */
  readonly uninstallFlux?: string;
  /** A checkout with uncommitted edits may replace what another run wrote. @default false */
  readonly allowUncleanSource: boolean;
  /** Path of a generated file that someone else edited → whose version to keep. */
  readonly resolutions: Readonly<Record<string, "ours" | "theirs">>;
  /** How long an update waits for Flux to apply its commit. @default 10m */
  readonly reconcileTimeout: Duration;
}

/**
 * Decodes the raw configuration of `Pulumi.<environment>.yaml`, whether the engine or the file gave it.
 * @throws IssuesError with every problem at once: unknown keys, malformed and missing values.
 */
export function decodeConfig(environment: string, raw: RawConfig, environments: readonly string[]): StackConfig {
  assertEnvironment(environment, environments, [gitHubStack]);
  const read = configReader(environment, raw);
  const access = decodeAccess(read);
  const github = decodeGitHub(read, access);
  const variables = decodeVariables(read);
  const kube = decodeKube(read);
  const uninstallFlux = decodeUninstall(read);
  const publishing = decodePublishing(read, kube !== undefined);
  const cluster = decodeClusterSettings(read, { access, github, mirrors: publishing.mirrors });
  const sealing = decodeSealing(read, environments);
  const allowUncleanSource = read.get("allowUncleanSource", flag) ?? false;
  const resolutions = read.get("resolutions", recordOf(oneOf(["ours", "theirs"]))) ?? {};
  const prune = decodePrune(read);
  const reconcileTimeout = read.get("reconcileTimeout", duration) ?? "10m";
  tell(read.issues);
  return {
    environment,
    access,
    publishing,
    ...(github === undefined ? {} : { github }),
    allowUncleanSource,
    resolutions,
    ...prune,
    cluster,
    variables,
    ...(kube === undefined ? {} : { kube }),
    ...(uninstallFlux === undefined ? {} : { uninstallFlux }),
    ...sealing,
    reconcileTimeout,
  };
}

/** Refuses a stack whose name is no environment. @throws IssuesError that lists the environments, and the stacks that are none. */
export function assertEnvironment(
  environment: string,
  environments: readonly string[],
  others: readonly string[] = [],
): void {
  if (environments.includes(environment)) return;
  const known = [...environments, ...others].join(", ");
  const message = `"${environment}" is no environment. Known: ${known}. Name the stack after one of them, or add one in stacks/.`;
  assertNoIssues([{ code: "unknown-environment", path: configFileName(environment), message }]);
}
