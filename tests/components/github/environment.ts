import { publicKnownHosts } from "../../../components/github/host";
import { makeKeyPair } from "../../../components/github/openssh";
import type { PreparedRun } from "../../../components/program/prepare";
import type { GitHubConfig } from "../../../stacks/config";
import { preparedRun } from "../wiring/prepared-run";
import type { World } from "./record";

/** The key that the stack makes. */
export const pair = makeKeyPair("test");
const uid = "11111111-2222-3333-4444-555555555555";
const dynamic = (name: string): string => `pulumi-nodejs:dynamic/flux-monorepo:${name}`;

/** The token that the stack makes. */
export const token = "made-token";

/** What an environment's program asks for, and what it is answered. */
export const world: World = {
  stack: "staging",
  resources: {
    "pulumi:providers:github": {},
    "pulumi:providers:kubernetes": {},
    "flux-monorepo:github-access:DeployKey": {},
    "flux-monorepo:github-access:PushWebhook": {},
    "flux-monorepo:monorepo:Monorepo": {},
    "flux-monorepo:app:App": {},
    "flux-monorepo:overlay:Overlay": {},
    "flux-monorepo:flux-cluster:FluxCluster": {},
    "github:index/repositoryDeployKey:RepositoryDeployKey": {},
    "github:index/repositoryWebhook:RepositoryWebhook": {},
    [dynamic("DeployKeyPair")]: { ...pair },
    [dynamic("WebhookToken")]: { token },
    [dynamic("ClusterGuard")]: { uid },
    [dynamic("GitCommit")]: { revision: "0".repeat(40) },
    [dynamic("SealingKey")]: { key: "key" },
    [dynamic("Reconciliation")]: { kustomizations: {} },
    [dynamic("PlantedSecret")]: {},
    [dynamic("FluxFinalizers")]: {},
    [dynamic("FluxSuspension")]: {},
    ...Object.fromEntries(kubernetesTypes().map((type) => [type, {}])),
  },
  functions: { "github:index/getRepository:getRepository": { name: "monorepo" } },
};

function kubernetesTypes(): readonly string[] {
  const { objects = [], layers = [] } = preparedRun.bootstrap ?? {};
  const types = [...objects, ...layers, { apiVersion: "v1", kind: "ConfigMap" }];
  return types.map(({ apiVersion, kind }) => {
    const group = apiVersion.includes("/") ? apiVersion : `core/${apiVersion}`;
    return `kubernetes:${group}:${kind}`;
  });
}

type Components = PreparedRun["config"]["cluster"]["flux"]["components"];

/** What of a run differs between tests. */
interface RunParts {
  /** What the configuration asks of GitHub. */
  readonly wants: Pick<GitHubConfig, "deployKey" | "webhookUrl" | "app">;
  readonly components?: Components;
}

export const deployKey = { generation: 1, knownHosts: publicKnownHosts };

/** A run of staging on GitHub. */
export function runWith({ wants, components }: RunParts): PreparedRun {
  const { config } = preparedRun;
  const token = wants.app === undefined ? { token: "canary-token" } : {};
  const github = { host: "github.com", owner: "example", name: "monorepo", ...token, ...wants };
  const flux = { ...config.cluster.flux, ...(components === undefined ? {} : { components }) };
  const receiver = wants.webhookUrl === undefined ? {} : { receiverSecret: "github-receiver" };
  return { ...preparedRun, config: { ...config, github, cluster: { ...config.cluster, ...receiver, flux } } };
}
