import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { before, describe, it } from "mocha";
import { deliver } from "../../components/delivery";
import { preparedRun } from "./wiring/prepared-run";
import { type Declared, recordResources } from "./wiring/record";

describe("delivery", () => {
  let declared: readonly Declared[];
  before(async function () {
    this.timeout(20_000);
    declared = await recordResources(() => deliver(preparedRun, { tunnelId: () => pulumi.output("tunnel-1") }));
  });

  const find = (name: string): Declared => {
    const found = declared.find((candidate) => candidate.name === name);
    assert.ok(found, name);
    return found;
  };

  it("names its resources as stacks know them", () => {
    const own = declared.filter(({ type }) => !type.startsWith("kubernetes:"));
    assert.deepEqual(own.map(({ type, name }) => `${type} ${name}`).sort(), expectedNames);
  });

  it("gives every resource a URN of its own", () => {
    const urns = declared.map(({ type, name }) => `${type}::${name}`);
    assert.equal(new Set(urns).size, urns.length);
  });

  it("checks the cluster before it pushes, and pushes before Flux is touched", () => {
    assert.deepEqual(find("staging-commit").dependsOn, ["staging-cluster"]);
    assert.deepEqual(find("staging-namespace-flux-system").dependsOn, ["staging-commit"]);
    assert.deepEqual(find("staging-reconciliation").dependsOn, ["staging-suspension"]);
  });

  it("keeps credentials, identities and sealed values secret", () => {
    const exposed = declared.flatMap(({ name, inputs, secrets }) =>
      Object.entries(inputs)
        .filter(([key, value]) => !secrets.includes(key) && holdsCanary(value))
        .map(([key]) => `${name}.${key}`),
    );
    assert.deepEqual(exposed, []);
    assert.ok(
      declared.some(({ inputs }) => holdsCanary(inputs)),
      "the canary is handed to somebody",
    );
  });

  it("stores the age identity where Flux looks for it", () => {
    const { inputs } = find("staging-secret-flux-system/sops-age");
    assert.deepEqual(inputs["entries"], {
      "age.agekey": "canary-identity",
      "age-2.agekey": "canary-former-identity",
    });
  });

  it("writes the values of variables where layers find them, before Flux applies any", () => {
    const { inputs, dependsOn } = find("staging-configmap-flux-system/cluster-variables");
    assert.deepEqual(inputs["data"], { publicAddress: "192.0.2.10", tunnelId: "tunnel-1" });
    assert.deepEqual(dependsOn, ["staging-namespace-flux-system"]);
    const sources = declared.filter(({ type }) => type.endsWith(":GitRepository"));
    assert.equal(sources.length, 1);
    for (const source of sources)
      assert.ok(source.dependsOn.includes("staging-configmap-flux-system/cluster-variables"));
  });

  it("gives Flux the mirror that it is to follow, and waits for the commit there", async function () {
    this.timeout(20_000);
    const [mirror] = preparedRun.config.publishing.mirrors;
    assert.ok(mirror !== undefined);
    const follows = { kind: "mirror", url: mirror.url, secretName: "flux-system-mirror" } as const;
    const config = { ...preparedRun.config, cluster: { ...preparedRun.config.cluster, follows } };
    const all = await recordResources(() =>
      deliver({ ...preparedRun, config }, { tunnelId: () => pulumi.output("tunnel-1") }),
    );
    const inputsOf = (name: string): Declared["inputs"] | undefined => all.find((found) => found.name === name)?.inputs;
    assert.deepEqual(inputsOf("staging-secret-flux-system/flux-system-mirror")?.["entries"], {
      username: "git",
      password: "canary-mirror",
    });
    assert.deepEqual(inputsOf("staging-reconciliation")?.["source"], {
      kind: "GitRepository",
      name: "flux-system-mirror",
    });
  });

  it("writes Git only where no cluster is configured", async function () {
    this.timeout(20_000);
    const { config, nodes, planned, variables, notices } = preparedRun;
    const withoutCluster = Object.fromEntries(Object.entries(config).filter(([key]) => key !== "kube"));
    const alone = await recordResources(() =>
      deliver({ config: withoutCluster as typeof config, nodes, planned, variables, notices }),
    );
    assert.deepEqual(
      alone
        .map(({ name }) => name)
        .filter((name) => !name.startsWith("monorepo"))
        .sort(),
      ["staging-cluster", "staging-commit", "staging-sealing-key"],
    );
    const guard = alone.find(({ name }) => name === "staging-cluster");
    const urn = "urn:pulumi:staging::flux-monorepo::pulumi-nodejs:dynamic/flux-monorepo:ClusterGuard::staging-cluster";
    assert.equal(guard?.inputs["access"], undefined);
    assert.equal(guard?.inputs["forget"], `pulumi state delete "${urn}" --target-dependents -s staging`);
    assert.deepEqual(alone.find(({ name }) => name === "staging-commit")?.dependsOn, ["staging-cluster"]);
  });
});

function holdsCanary(value: unknown): boolean {
  const json = JSON.stringify([value]);
  return json.includes("canary") || json.includes(Buffer.from("canary").toString("base64"));
}

const expectedNames = [
  "flux-monorepo:app:App monorepo-apps/base/web",
  "flux-monorepo:flux-cluster:FluxCluster staging",
  "flux-monorepo:monorepo:Monorepo monorepo",
  "flux-monorepo:overlay:Overlay monorepo-apps/production/web",
  "flux-monorepo:overlay:Overlay monorepo-apps/staging/web",
  "pulumi-nodejs:dynamic/flux-monorepo:ClusterGuard staging-cluster",
  "pulumi-nodejs:dynamic/flux-monorepo:FluxFinalizers staging-finalizers",
  "pulumi-nodejs:dynamic/flux-monorepo:FluxSuspension staging-suspension",
  "pulumi-nodejs:dynamic/flux-monorepo:GitCommit staging-commit",
  "pulumi-nodejs:dynamic/flux-monorepo:PlantedSecret staging-secret-flux-system/flux-system",
  "pulumi-nodejs:dynamic/flux-monorepo:PlantedSecret staging-secret-flux-system/sops-age",
  "pulumi-nodejs:dynamic/flux-monorepo:Reconciliation staging-reconciliation",
  "pulumi-nodejs:dynamic/flux-monorepo:SealingKey staging-sealing-key",
  "pulumi:providers:kubernetes staging-kubernetes",
];
