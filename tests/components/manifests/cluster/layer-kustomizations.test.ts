import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { environmentGraph } from "../../../../components/manifests/cluster/environment-graph";
import { layerKustomizations, syncObjects } from "../../../../components/manifests/render";
import type { Environment } from "../../../../components/model/environment";
import { clusterSettings, fixtureModel } from "../fixture";

function staging(): Environment {
  const found = fixtureModel().environments["staging"];
  assert(found !== undefined);
  return found;
}

describe("the Kustomizations of an environment", () => {
  it("wait where another layer depends on them, and decrypt where files are sealed", () => {
    const [configs, apps] = layerKustomizations(staging(), clusterSettings);
    const common = {
      interval: "1h",
      retryInterval: "1m",
      timeout: "5m",
      sourceRef: { kind: "GitRepository", name: "flux-system" },
      prune: true,
    };
    assert.deepEqual(configs?.spec, { ...common, path: "./monitoring/configs/staging", wait: true });
    assert.deepEqual(apps?.spec, {
      ...common,
      dependsOn: [{ name: "monitoring-configs" }],
      path: "./apps/staging",
      wait: false,
      decryption: { provider: "sops", secretRef: { name: "sops-age" } },
    });
  });

  it("hang below a root that follows the configured branch", () => {
    const [source, root] = syncObjects("staging", clusterSettings);
    assert.deepEqual(source?.spec, {
      interval: "1m0s",
      ref: { branch: "main" },
      secretRef: { name: "flux-system" },
      url: "https://git.example.org/fleet.git",
    });
    assert.deepEqual(root?.spec, {
      interval: "10m0s",
      path: "./clusters/staging",
      prune: true,
      sourceRef: { kind: "GitRepository", name: "flux-system" },
    });
  });

  it("name no Secret for a source that needs none", () => {
    const { url, branch, interval } = clusterSettings.source;
    const [source] = syncObjects("staging", { ...clusterSettings, source: { url, branch, interval } });
    assert.equal(JSON.stringify(source).includes("secretRef"), false);
  });

  it("are drawn with what must be ready first", () => {
    assert.match(environmentGraph(staging()), /layer-monitoring-configs ==> \|then\| layer-apps/);
  });
});
