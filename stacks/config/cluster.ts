import {
  defaultFluxComponents,
  fluxComponents,
  type ClusterSettings,
  type FluxOptions,
} from "../../components/model/cluster-settings";
import { sshUrl } from "../../components/github/host";
import { decodeFollowed } from "./followed";
import type { RepositoryAccess } from "./git/access";
import type { GitHubConfig } from "./git/github";
import type { MirrorConfig } from "./git/publishing";
import { duration, flag, listOf, matching, objectName, oneOf, recordOf, text } from "./parsers";
import type { ConfigReader } from "./reader";
import { clusterSourceUrl } from "./git/repository-url";

/** Which cluster a run talks to; the ambient current context is never used. */
export interface KubeAccess {
  /** Path of the kubeconfig. @default `$KUBECONFIG`, else `~/.kube/config` */
  readonly kubeconfig?: string;
  readonly context: string;
  /** UID of a `kube-system` namespace that may replace the recorded one. */
  readonly acceptCluster?: string;
}

const uid = matching(/^[0-9a-f-]{36}$/, "a UID such as 0f5bb2b0-1c2d-4e3f-8a9b-123456789abc");
const variableValue = matching(/^[^\n]+$/, "a string of one line, so in quotes where it looks like a number");

/** What of the keys about Git the cluster's settings follow from. */
export interface GitConfig {
  readonly access: RepositoryAccess;
  readonly github: GitHubConfig | undefined;
  readonly mirrors: readonly MirrorConfig[];
}

/** Decodes what reaches `clusters/<env>/`. */
export function decodeClusterSettings(read: ConfigReader, { access, github, mirrors }: GitConfig): ClusterSettings {
  const follows = decodeFollowed(read, mirrors);
  const splitLayers = read.get("splitLayers", flag) ?? false;
  const ownCredentials = access.credentials.kind !== "none" && access.credentials.kind !== "environment";
  const isOpen = !ownCredentials && github?.deployKey === undefined;
  const sourceUrl = read.get("sourceUrl", clusterSourceUrl) ?? access.url;
  return {
    source: {
      url: github?.deployKey === undefined ? sourceUrl : sshUrl(github),
      branch: access.follows,
      interval: read.get("sourceInterval", duration) ?? "1m0s",
      ...(isOpen || follows?.kind === "artifact" ? {} : { secretName: "flux-system" }),
      ...(read.has("githubAppPrivateKey") && github?.deployKey === undefined ? { provider: "github" } : {}),
    },
    ...(follows === undefined ? {} : { follows }),
    ...(splitLayers ? { splitLayers } : {}),
    syncInterval: read.get("syncInterval", duration) ?? "10m0s",
    decryptionSecret: read.get("decryptionSecret", objectName) ?? "sops-age",
    ...(github?.webhookUrl === undefined ? {} : { receiverSecret: "github-receiver" }),
    flux: decodeFlux(read),
  };
}

/** Decodes the values of cluster variables; each must be text, so that 010 stays 010. */
export function decodeVariables(read: ConfigReader): Readonly<Record<string, string>> {
  return read.get("variables", recordOf(variableValue)) ?? {};
}

/** Decodes which cluster to talk to; undefined when this stack writes Git only. */
export function decodeKube(read: ConfigReader): KubeAccess | undefined {
  const wanted = read.get("cluster", flag) ?? true;
  const context = read.get("context", text);
  const kubeconfig = read.get("kubeconfig", text);
  const acceptCluster = read.get("acceptCluster", uid);
  if (!wanted) return undefined;
  if (!read.has("context")) {
    read.fail(
      "context",
      "missing-config-value",
      "No cluster is named; run `pulumi config set context <context>`, or set cluster to false to write Git only.",
    );
  }
  return {
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    context: context ?? "",
    ...(acceptCluster === undefined ? {} : { acceptCluster }),
  };
}

/** Decodes which cluster may lose Flux; an approval must not outlive the run that it was given for. */
export function decodeUninstall(read: ConfigReader): string | undefined {
  if (read.has("uninstallFlux") && read.get("cluster", flag) !== false)
    read.fail(
      "uninstallFlux",
      "conflicting-config-keys",
      "Only a stack with cluster set to false takes Flux from its cluster; remove the key.",
    );
  return read.get("uninstallFlux", uid);
}

function decodeFlux(read: ConfigReader): FluxOptions {
  const components = listOf(oneOf(fluxComponents));
  const wanted = [
    ...(read.get("fluxComponents", components) ?? defaultFluxComponents),
    ...(read.get("fluxComponentsExtra", components) ?? []),
  ];
  for (const needed of ["source-controller", "kustomize-controller"] as const) {
    if (!wanted.includes(needed))
      read.fail(
        "fluxComponents",
        "missing-flux-component",
        `${needed} is left out, but nothing is reconciled without it; add it.`,
      );
  }
  if (read.has("webhookUrl") && !wanted.includes("notification-controller"))
    read.fail("webhookUrl", "missing-flux-component", "notification-controller takes GitHub's notices; add it.");
  if (read.get("splitLayers", flag) === true && !wanted.includes("source-watcher"))
    read.fail(
      "splitLayers",
      "missing-flux-component",
      "source-watcher makes the artifacts of the layers; add it to fluxComponentsExtra.",
    );
  const imagePullSecret = read.get("imagePullSecret", objectName);
  return {
    components: fluxComponents.filter((component) => wanted.includes(component)),
    registry:
      read.get(
        "registry",
        matching(/^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)*$/, "a registry such as ghcr.io/fluxcd, without a scheme"),
      ) ?? "ghcr.io/fluxcd",
    ...(imagePullSecret === undefined ? {} : { imagePullSecret }),
    watchAllNamespaces: read.get("watchAllNamespaces", flag) ?? true,
    networkPolicy: read.get("networkPolicy", flag) ?? true,
    logLevel: read.get("logLevel", oneOf(["debug", "info", "error"])) ?? "info",
    clusterDomain:
      read.get("clusterDomain", matching(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, "a domain such as cluster.local")) ??
      "cluster.local",
    tolerationKeys: read.get("tolerationKeys", listOf(text)) ?? [],
  };
}
