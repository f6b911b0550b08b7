import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { before, describe, it } from "mocha";
import { FluxCluster } from "../../components/flux-cluster";
import { bootstrapObjects, layerObjects } from "./wiring/objects";
import { type Declared, recordResources } from "./wiring/record";

class Commit extends pulumi.ComponentResource {}

function declareCluster(): void {
  const commit = new Commit("test:Commit", "commit");
  new FluxCluster("staging", {
    environment: "staging",
    objects: bootstrapObjects,
    layers: layerObjects,
    secrets: [{ name: "flux-system", entries: { username: "git", password: "canary" } }],
    access: { context: "staging" },
    uid: "11111111-2222-3333-4444-555555555555",
    commit,
  });
}

describe("FluxCluster", () => {
  let declared: readonly Declared[];
  before(async function () {
    this.timeout(20_000);
    declared = await recordResources(declareCluster);
  });

  const find = (name: string): Declared => {
    const found = declared.find((candidate) => candidate.name === name);
    assert.ok(found, `${name} among ${declared.map((candidate) => candidate.name).join(", ")}`);
    return found;
  };

  /** Everything that a resource waits for, directly or not. */
  const reachable = (name: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const visit = (current: string): void => {
      for (const next of find(current).dependsOn) if (!seen.has(next)) visit((seen.add(next), next));
    };
    visit(name);
    return seen;
  };

  it("names its resources as stacks know them", () => {
    assert.deepEqual(declared.map(({ type, name }) => `${type} ${name}`).sort(), [...expectedNames].sort());
  });

  it("gives every resource a URN of its own", () => {
    const urns = declared.map(({ type, name }) => `${type}::${name}`);
    assert.equal(new Set(urns).size, urns.length);
  });

  it("hangs everything below itself", () => {
    const outside = declared.filter(
      ({ name, parent }) => parent !== "staging" && !["staging", "commit"].includes(name),
    );
    assert.deepEqual(
      outside.map(({ name }) => name),
      [],
    );
  });

  it("changes nothing before the commit is pushed", () => {
    for (const { name, parent } of declared) if (parent === "staging") assert.ok(reachable(name).has("commit"), name);
  });

  it("creates in an order whose reverse tears down cleanly", () => {
    const order = [
      "staging-namespace-flux-system",
      "staging-customresourcedefinition-kustomizations.kustomize.toolkit.fluxcd.io",
      "staging-finalizers",
      "staging-serviceaccount-flux-system/source-controller",
      "staging-deployment-flux-system/source-controller",
      "staging-gitrepository-flux-system/flux-system",
      "staging-kustomization-flux-system/flux-system",
      "staging-kustomization-flux-system/apps",
      "staging-suspension",
    ];
    for (const [index, name] of order.entries()) {
      for (const earlier of order.slice(0, index)) assert.ok(reachable(name).has(earlier), `${name} after ${earlier}`);
    }
  });

  it("does not make a Service and its controller wait for each other", () => {
    assert.ok(
      !reachable("staging-deployment-flux-system/source-controller").has(
        "staging-service-flux-system/source-controller",
      ),
    );
    assert.ok(
      !reachable("staging-service-flux-system/source-controller").has(
        "staging-deployment-flux-system/source-controller",
      ),
    );
  });

  it("hands credentials over before the source, as secrets", () => {
    const secret = find("staging-secret-flux-system/flux-system");
    assert.deepEqual(secret.secrets, ["entries"]);
    assert.deepEqual(secret.inputs["entries"], { username: "git", password: "canary" });
    assert.ok(reachable("staging-gitrepository-flux-system/flux-system").has(secret.name));
    const shown = declared.filter(({ name }) => name !== secret.name).map(({ inputs }) => JSON.stringify(inputs));
    assert.ok(!shown.join().includes("canary") && !shown.join().includes("Y2FuYXJ5"));
  });
});

const expectedNames = [
  "flux-monorepo:flux-cluster:FluxCluster staging",
  "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition staging-customresourcedefinition-gitrepositories.source.toolkit.fluxcd.io",
  "kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinition staging-customresourcedefinition-kustomizations.kustomize.toolkit.fluxcd.io",
  "kubernetes:apps/v1:Deployment staging-deployment-flux-system/source-controller",
  "kubernetes:kustomize.toolkit.fluxcd.io/v1:Kustomization staging-kustomization-flux-system/apps",
  "kubernetes:kustomize.toolkit.fluxcd.io/v1:Kustomization staging-kustomization-flux-system/flux-system",
  "kubernetes:kustomize.toolkit.fluxcd.io/v1:Kustomization staging-kustomization-flux-system/infrastructure-controllers",
  "kubernetes:rbac.authorization.k8s.io/v1:ClusterRole staging-clusterrole-crd-controller",
  "kubernetes:source.toolkit.fluxcd.io/v1:GitRepository staging-gitrepository-flux-system/flux-system",
  "kubernetes:core/v1:Namespace staging-namespace-flux-system",
  "kubernetes:core/v1:Service staging-service-flux-system/source-controller",
  "kubernetes:core/v1:ServiceAccount staging-serviceaccount-flux-system/source-controller",
  "pulumi-nodejs:dynamic/flux-monorepo:FluxFinalizers staging-finalizers",
  "pulumi-nodejs:dynamic/flux-monorepo:FluxSuspension staging-suspension",
  "pulumi-nodejs:dynamic/flux-monorepo:PlantedSecret staging-secret-flux-system/flux-system",
  "test:Commit commit",
];
