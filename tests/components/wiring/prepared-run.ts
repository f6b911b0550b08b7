import type { PreparedRun } from "../../../components/program/prepare";
import type { StackConfig } from "../../../stacks/config";
import { bootstrapObjects, layerObjects } from "./objects";

const noTree = { texts: new Map<string, string>(), blobs: new Map<string, string>() };

const config: StackConfig = {
  environment: "staging",
  access: {
    url: "https://git.example.org/platform/monorepo.git",
    branch: "main",
    follows: "main",
    author: { name: "flux-monorepo", email: "flux-monorepo@localhost" },
    credentials: { kind: "token", username: "git", token: "canary-token" },
  },
  cluster: {
    source: {
      url: "https://git.example.org/platform/monorepo.git",
      branch: "main",
      interval: "1m0s",
      secretName: "flux-system",
    },
    syncInterval: "10m0s",
    decryptionSecret: "sops-age",
    flux: {
      components: ["source-controller", "kustomize-controller"],
      registry: "ghcr.io/fluxcd",
      watchAllNamespaces: true,
      networkPolicy: true,
      logLevel: "info",
      clusterDomain: "cluster.local",
      tolerationKeys: [],
    },
  },
  variables: {},
  kube: { context: "staging" },
  allowUncleanSource: false,
  resolutions: {},
  publishing: {
    mode: "push",
    signing: { kind: "ssh", privateKey: "canary-signing" },
    mirrors: [
      {
        name: "second",
        url: "https://mirror.example.org/platform/monorepo.git",
        credentials: { kind: "token", username: "git", token: "canary-mirror" },
      },
    ],
  },
  allowPrune: [],
  reconcileTimeout: "10m",
  ageIdentities: ["canary-identity", "canary-former-identity"],
  ageRecipients: {},
  secrets: { grafana: "canary-grafana" },
  secretNames: ["grafana"],
};

/** A run of staging with one app, two layers, and a secret of every kind; every secret value begins with `canary`. */
export const preparedRun: PreparedRun = {
  config,
  nodes: {
    apps: [{ name: "web", folder: "apps/base/web", digest: "111111111111" }],
    overlays: [
      { app: "web", environment: "staging", layer: "apps", folder: "apps/staging/web", digest: "222222222222" },
      { app: "web", environment: "production", layer: "apps", folder: "apps/production/web", digest: "333333333333" },
    ],
  },
  variables: { values: { publicAddress: "192.0.2.10" }, awaited: { tunnelId: "text" } },
  planned: {
    access: {
      url: config.access.url,
      branch: "main",
      followedRef: "main",
      credentials: { kind: "token", username: "git", token: "canary-token" },
      author: config.access.author,
    },
    source: { revision: "0".repeat(40), clean: true },
    tree: new Map(),
    texts: new Map(),
    trees: { from: { kind: "absent" }, followed: noTree, head: noTree, planned: noTree },
    pending: new Map(),
    issues: [],
    notices: [],
    sealedDigests: new Map(),
    brings: [],
    files: { files: { "README.md": "hello\n" }, large: {}, sealed: {} },
    environments: ["staging", "production"],
    secrets: { grafana: "canary-grafana" },
  },
  bootstrap: {
    objects: bootstrapObjects,
    layers: layerObjects,
    order: [
      { name: "apps", dependsOn: ["infrastructure-controllers"] },
      { name: "infrastructure-controllers", dependsOn: [] },
    ],
  },
  notices: [],
};
