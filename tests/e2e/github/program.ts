import * as pulumi from "@pulumi/pulumi";
import { PlantedSecret } from "../../../components/cluster-steps";
import { gitHubProvider, ownRepository } from "../../../components/github";
import { DeployKey, PushWebhook } from "../../../components/github-access";

/** The repository and its rules, and beside them what one environment asks of GitHub and plants in its cluster. */
const config = new pulumi.Config("flux-monorepo");
const access = { host: "github.com", owner: "example", token: config.require("gitHubToken") };
const repository = { host: "github.com", owner: "example", name: "monorepo" };

const owned = ownRepository({
  ...access,
  adopt: true,
  settings: {
    owner: "example",
    ownerKind: "organisation",
    name: "monorepo",
    ...(config.getBoolean("public") === true ? { visibility: "public" } : {}),
    teams: { platform: "push" },
    rules: {},
  },
});
const opts = { providers: { github: gitHubProvider("staging-github", access) } };
const generation = config.requireNumber("generation");
const what = { environment: "staging", cluster: "staging", readOnly: true, generation, knownHosts: "hosts" };
const deployKey = new DeployKey("staging-deploy-key", { repository, ...what }, opts);
const webhook = new PushWebhook("staging-webhook", { repository, webhookUrl: "https://flux.example.org" }, opts);
const cluster = {
  access: { kubeconfig: config.require("kubeconfig"), context: "staging" },
  uid: "uid-of-kube-system",
  path: "./clusters/staging",
};
new PlantedSecret("staging-secret-source", { ...cluster, name: "flux-system", entries: deployKey.entries });
new PlantedSecret("staging-secret-receiver", { ...cluster, name: "receiver", entries: webhook.entries });

export const url = owned.url;
export const entries = deployKey.entries;
