import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { decodeConfig } from "../../../stacks/config";

const environments = ["staging", "production"];

describe("the configuration of a stack without a cluster", () => {
  it("takes Flux from a cluster only where the stack has none any more", () => {
    const uninstallFlux = "0f5bb2b0-1c2d-4e3f-8a9b-123456789abc";
    const off = decodeConfig("staging", { github: "example/monorepo", cluster: false, uninstallFlux }, environments);
    assert.equal(off.uninstallFlux, uninstallFlux);
    assert.throws(
      () => decodeConfig("staging", { github: "example/monorepo", context: "kind", uninstallFlux }, environments),
      /uninstallFlux.*Only a stack with cluster set to false takes Flux from its cluster; remove the key/,
    );
  });

  it("leaves the cluster alone on request", () => {
    assert.equal(decodeConfig("staging", { github: "example/monorepo", cluster: false }, environments).kube, undefined);
  });
});
