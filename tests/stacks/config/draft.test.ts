import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import { IssuesError } from "../../../components/model/issue";
import { decodeConfig, draftConfig, draftConfigFile } from "../../../stacks/config";

const environments = ["staging", "production"];

describe("the draft of a configuration", () => {
  let dir = "";
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "flux-monorepo-draft-"));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  it("is the configuration itself where nothing is wrong", () => {
    const raw = { repository: "https://git.example.org/a.git", context: "c", sourceInterval: "2m" };
    const { config, issues } = draftConfig("staging", raw, environments);
    assert.deepEqual(issues, []);
    assert.deepEqual(config, decodeConfig("staging", raw, environments));
  });

  it("keeps every key that is sound, and has the others at their defaults", () => {
    const raw = {
      repository: "nowhere",
      context: "c",
      sourceInterval: "1 minute",
      syncInterval: "7m",
      branch: "trunk",
      odd: 1,
    };
    const { config, issues } = draftConfig("staging", raw, environments);
    assert.deepEqual(issues.map(({ code, resource }) => `${code} ${resource ?? ""}`).sort(), [
      "malformed-config-value flux-monorepo:repository",
      "malformed-config-value flux-monorepo:sourceInterval",
      "unknown-config-key flux-monorepo:odd",
    ]);
    assert.equal(config.access.branch, "trunk");
    assert.equal(config.cluster.source.interval, "1m0s");
    assert.match(config.access.url, /^https:\/\/repository\.invalid\//);
    assert.throws(() => decodeConfig("staging", raw, environments), IssuesError);
  });

  it("tells a file that is missing, and one that is no YAML, and goes on without them", async () => {
    const missing = draftConfigFile("staging", join(dir, "Pulumi.staging.yaml"), environments);
    assert.deepEqual(
      missing.issues.map(({ code, path }) => [code, path]),
      [["missing-stack-file", "Pulumi.staging.yaml"]],
    );
    const file = join(dir, "Pulumi.production.yaml");
    await writeFile(file, "config: [\n");
    const malformed = draftConfigFile("production", file, environments);
    assert.deepEqual(
      malformed.issues.map(({ code, path }) => [code, path]),
      [["malformed-yaml", "Pulumi.production.yaml"]],
    );
    assert.match(malformed.issues[0]?.message ?? "", /^is no YAML that can be read: line 2: .*; correct it$/);
    assert.deepEqual([malformed.raw, malformed.config.environment], [{}, "production"]);
  });

  it("refuses a stack that is no environment", () => {
    assert.throws(() => draftConfig("nowhere", {}, environments), /"nowhere" is no environment/);
  });
});
