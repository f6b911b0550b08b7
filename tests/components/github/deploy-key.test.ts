import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { deliver } from "../../../components/delivery";
import { provider, type KeyPairInputs } from "../../../components/github/key-pair-provider";
import { publicKnownHosts } from "../../../components/github/host";
import { deployKey, pair, runWith, world } from "./environment";
import { recordGraph, type Graph } from "./record";

const registration = "staging-deploy-key-registration";
const secret = "staging-secret-flux-system/flux-system";

describe("an environment's deploy key", () => {
  let graph: Graph;
  before(async function () {
    this.timeout(20_000);
    graph = await recordGraph(world, () => deliver(runWith({ wants: { deployKey } })));
  });

  it("is added to a repository that is looked up, and owned by nobody here", () => {
    assert.deepEqual(graph.calls, [
      { token: "github:index/getRepository:getRepository", inputs: { fullName: "example/monorepo" } },
    ]);
    assert.deepEqual(
      graph.asked.filter(({ type }) => type.startsWith("github:")).map(({ name }) => name),
      [registration],
    );
  });

  it("says whose it is, and may only read", () => {
    assert.deepEqual(graph.find(registration).inputs, {
      repository: "monorepo",
      title: "flux-monorepo staging (cluster staging)",
      key: pair.publicKey,
      readOnly: true,
    });
  });

  it("may write where Flux updates images", async () => {
    const components = ["source-controller", "kustomize-controller", "image-automation-controller"] as const;
    const writing = await recordGraph(world, () => deliver(runWith({ wants: { deployKey }, components })));
    assert.equal(writing.find(registration).inputs["readOnly"], false);
    assert.equal(writing.find("staging-deploy-key-pair").inputs["readOnly"], false);
  });

  it("is what Flux opens the repository with", () => {
    assert.deepEqual(graph.find(secret).inputs["entries"], {
      identity: pair.privateKey,
      "identity.pub": pair.publicKey,
      known_hosts: publicKnownHosts,
    });
  });

  it("is known to GitHub before the cluster gets it, used before a former one goes, and made only for the right cluster", () => {
    const names = ["staging-cluster", "staging-deploy-key-pair", registration, secret, "staging-reconciliation"];
    const order = names.map(graph.position);
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
    assert.deepEqual(graph.find("staging-deploy-key-pair").dependsOn, ["staging-cluster"]);
    assert.ok(graph.position(secret) < graph.position("staging-gitrepository-flux-system/flux-system"));
  });

  it("is removed from GitHub last, since no resource of its chain goes before its successor is there", () => {
    for (const name of ["staging-deploy-key-pair", registration])
      assert.equal(graph.find(name).deleteBeforeReplace, false, name);
    // Changed in place.
    assert.equal(graph.find(secret).deleteBeforeReplace, undefined);
  });

  it("is managed by the GitHub App that pushes, where one does, and not by a token of the caller", async () => {
    const app = { appId: "12", installationId: "34", privateKey: "canary-pem" };
    const before = process.env["GITHUB_TOKEN"];
    process.env["GITHUB_TOKEN"] = "canary-ambient";
    const byApp = await recordGraph(world, () => deliver(runWith({ wants: { deployKey, app } })));
    if (before === undefined) Reflect.deleteProperty(process.env, "GITHUB_TOKEN");
    else process.env["GITHUB_TOKEN"] = before;
    const { inputs, secretInputs } = byApp.find("staging-github");
    assert.deepEqual([...secretInputs].sort(), ["appAuth", "token"]);
    assert.equal(inputs["token"], "");
    assert.deepEqual(JSON.parse(String(inputs["appAuth"])), { id: "12", installationId: "34", pemFile: "canary-pem" });
  });

  it("is secret wherever the state holds it, and so is the token", () => {
    assert.deepEqual(graph.find("staging-deploy-key-pair").secretOutputs, ["privateKey"]);
    const seen = graph.asked.flatMap(({ name, inputs, secretInputs }) =>
      Object.entries(inputs).flatMap(([key, value]) => {
        const held = JSON.stringify(value);
        const sensitive = ["canary", JSON.stringify(pair.privateKey).slice(1, -1)];
        const found = sensitive.some((text) => held.includes(text));
        return found ? [`${secretInputs.includes(key) ? "secret" : "clear"} ${name}.${key}`] : [];
      }),
    );
    assert.ok(seen.includes(`secret ${secret}.entries`) && seen.includes("secret staging-github.token"));
    assert.deepEqual(
      seen.filter((entry) => entry.startsWith("clear")),
      [],
    );
  });

  it("has URNs of its own", () => {
    const urns = graph.asked.map(({ type, name }) => `${type}::${name}`);
    assert.equal(new Set(urns).size, urns.length);
  });
});

describe("the key pair", () => {
  const inputs: KeyPairInputs = { title: "flux-monorepo staging (cluster c)", readOnly: true, generation: 1 };
  const made = async (): Promise<object> => ((await provider.create(inputs)) as { readonly outs: object }).outs;

  it("is made once", async () => {
    const outs = await made();
    const same = await provider.diff("id", outs, inputs);
    assert.deepEqual([same.changes, same.replaces], [false, []]);
    assert.deepEqual((await provider.update("id", outs, inputs)).outs, outs);
    assert.deepEqual((await provider.read("id", outs)).props, outs);
  });

  // GitHub takes a key once: what makes GitHub register it anew needs another one.
  for (const change of [{ generation: 2 }, { readOnly: false }, { title: "another" }]) {
    it(`is replaced, the new one first, by ${JSON.stringify(change)}`, async () => {
      const outs = await made();
      const diff = await provider.diff("id", outs, { ...inputs, ...change });
      assert.deepEqual(diff, { changes: true, replaces: Object.keys(change), deleteBeforeReplace: false });
    });
  }
});
