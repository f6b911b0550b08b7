import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, describe, it } from "mocha";
import { deliver } from "../../../components/delivery";
import { provider } from "../../../components/github/token-provider";
import { runWith, token, world } from "./environment";
import { recordGraph, type Graph } from "./record";

const secret = "staging-secret-flux-system/github-receiver";

describe("the webhook of an environment", () => {
  let graph: Graph;
  before(async function () {
    this.timeout(20_000);
    const wants = { webhookUrl: "https://flux.example.org" };
    graph = await recordGraph(world, () => deliver(runWith({ wants })));
  });

  it("tells the Receiver of each push, at the path that notification-controller listens on", () => {
    const digest = createHash("sha256").update(`${token}githubflux-system`).digest("hex");
    assert.deepEqual(graph.find("staging-webhook-registration").inputs, {
      repository: "monorepo",
      events: ["push"],
      active: true,
      configuration: {
        url: `https://flux.example.org/hook/${digest}`,
        secret: token,
        contentType: "json",
        insecureSsl: false,
      },
    });
  });

  it("is signed with what the cluster checks it with", () => {
    assert.deepEqual(graph.find(secret).inputs["entries"], { token });
  });

  it("keeps the token, and the path that follows from it, encrypted", () => {
    assert.deepEqual(graph.find("staging-webhook-token").secretOutputs, ["token"]);
    const { secretInputs, secretOutputs } = graph.find("staging-webhook-registration");
    assert.deepEqual([secretInputs, secretOutputs], [["configuration"], ["configuration"]]);
    assert.deepEqual(graph.find(secret).secretInputs, ["entries"]);
  });

  it("is all that the repository gets, beside what another stack owns", () => {
    const onGitHub = graph.asked.filter(({ type }) => type.startsWith("github:"));
    assert.deepEqual(
      onGitHub.map(({ name }) => name),
      ["staging-webhook-registration"],
    );
    assert.deepEqual(graph.find("staging-webhook-token").dependsOn, ["staging-cluster"]);
  });

  it("has a token that is made once", async () => {
    const first = (await provider.create({})) as { readonly outs: { readonly token: string } };
    const second = (await provider.create({})) as { readonly outs: { readonly token: string } };
    assert.match(first.outs.token, /^[0-9a-f]{64}$/);
    assert.notEqual(first.outs.token, second.outs.token);
    assert.deepEqual(await provider.diff("id", first.outs, {}), { changes: false });
  });
});
