import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { ageKeysOf } from "../../../cli/start/secrets/age-identity";
import { demoSecrets } from "../../../cli/start/secrets/demo-secrets";
import { engineEnvironment } from "../../../cli/start/engine";
import { startFolders, type StartFolders } from "../../../cli/start/folders";
import { decodeConfig } from "../../../stacks/config";

describe("private values of the embedded default", () => {
  let root = "";
  let folders: StartFolders = startFolders(root);

  before(() => {
    root = mkdtempSync(join(tmpdir(), "start-"));
    folders = startFolders(root);
  });

  after(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it("age identities are made once, and the configuration takes them", async () => {
    const keys = await ageKeysOf(["staging", "production"], folders);
    assert.deepEqual(await ageKeysOf(["staging", "production"], folders), keys);
    assert.notEqual(keys["staging"]?.identity, keys["production"]?.identity);
    assert.equal(statSync(folders.ageIdentity("staging")).mode & 0o777, 0o600);
    const { identity = "", recipient = "" } = keys["staging"] ?? {};
    const raw = { github: "a/b", context: "c", ageIdentity: identity, ageRecipients: { staging: [recipient] } };
    assert.deepEqual(decodeConfig("staging", raw, ["staging"]).ageIdentities, [identity]);
  });

  it("demo values stay when keys are added or dropped", () => {
    const path = folders.secrets("staging");
    const first = demoSecrets(path, ["a", "b"]);
    assert.deepEqual(Object.keys(demoSecrets(path, ["a"])), ["a"]);
    const second = demoSecrets(path, ["a", "b", "c"]);
    assert.deepEqual({ a: second["a"], b: second["b"] }, first);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it("a damaged file of demo values is not taken for an empty one", () => {
    const path = join(root, "damaged.json");
    writeFileSync(path, "{");
    assert.throws(() => demoSecrets(path, ["a"]));
  });

  it("none of the user's own Pulumi settings reach the engine", () => {
    const variables = { PATH: "/bin", PULUMI_HOME: "/h", PULUMI_SKIP_UPDATE_CHECK: "true" };
    const engine = { tools: { command: "pulumi", variables }, environment: "staging", folders };
    const environment = engineEnvironment(engine, {
      PULUMI_ACCESS_TOKEN: "x",
      PULUMI_STACK: "y",
      HOME: "/home/u",
      PATH: "/usr/bin",
    });
    assert.equal(environment["PULUMI_ACCESS_TOKEN"], undefined);
    assert.equal(environment["PULUMI_STACK"], undefined);
    assert.deepEqual([environment["HOME"], environment["PATH"]], ["/home/u", "/bin"]);
  });
});
