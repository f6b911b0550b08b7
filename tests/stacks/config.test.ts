import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { IssuesError } from "../../components/model/issue";
import {
  decodeConfig,
  plaintextSecrets,
  rawFromEngine,
  readConfigFile,
  type RawConfig,
  type StackConfig,
} from "../../stacks/config";

const environments = ["staging", "production"];
const minimal: RawConfig = { repository: "https://git.example.org/monorepo.git", context: "staging" };
const recipient = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

function decode(extra: RawConfig, base: RawConfig = minimal): StackConfig {
  return decodeConfig("staging", { ...base, ...extra }, environments);
}

function issuesOf(run: () => unknown): readonly { code: string; resource?: string; message: string }[] {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof IssuesError, String(error));
    return error.issues;
  }
  return [];
}

describe("decodeConfig", () => {
  it("fills in every default", () => {
    const config = decode({});
    assert.deepEqual(config.access, {
      url: "https://git.example.org/monorepo.git",
      branch: "main",
      follows: "main",
      author: { name: "flux-monorepo", email: "flux-monorepo@localhost" },
      credentials: { kind: "none" },
    });
    assert.deepEqual(config.cluster.source, {
      url: "https://git.example.org/monorepo.git",
      branch: "main",
      interval: "1m0s",
    });
    assert.equal(config.cluster.flux.components.length, 4);
    assert.deepEqual(config.kube, { context: "staging" });
    assert.equal(config.reconcileTimeout, "10m");
  });

  it("reads what an update may delete, and the plan that it is held to", () => {
    const allowPrune = [
      "Deployment web/web",
      "ConfigMap web/*",
      "Namespace web",
      "production: PersistentVolumeClaim web/data",
    ];
    const digest = "0123456789abcdef";
    const config = decode({ allowPrune: JSON.stringify(allowPrune), expectPlan: `files=${digest},prune=${digest}` });
    assert.deepEqual(config.allowPrune, allowPrune);
    assert.deepEqual(config.expectPlan, { files: digest, prune: digest });
    for (const entry of ["web", "*", "Deployment *b", "deployment web/web"])
      assert.deepEqual(
        issuesOf(() => decode({ allowPrune: [entry] })).map(({ resource }) => resource),
        ["flux-monorepo:allowPrune"],
        entry,
      );
    assert.deepEqual(
      issuesOf(() => decode({ expectPlan: "files=1" })).map(({ code }) => code),
      ["malformed-config-value"],
    );
  });

  it("reads what the engine hands over as strings", () => {
    const raw = rawFromEngine({
      "flux-monorepo:repository": "https://git.example.org/monorepo.git",
      "flux-monorepo:context": "staging",
      "flux-monorepo:networkPolicy": "false",
      "flux-monorepo:fluxComponentsExtra": '["image-reflector-controller"]',
      "flux-monorepo:secrets": '{"webToken":"s3cret"}',
      "flux-monorepo:ageRecipients": JSON.stringify({ staging: [recipient] }),
      "pulumi:tags": "{}",
    });
    const config = decodeConfig("staging", raw, environments);
    assert.equal(config.cluster.flux.networkPolicy, false);
    assert.equal(config.cluster.flux.components.at(-1), "image-reflector-controller");
    assert.deepEqual(config.secrets, { webToken: "s3cret" });
    assert.deepEqual(config.ageRecipients, { staging: [recipient] });
  });

  it("keeps what a stack file encrypts out of reach, and knows its names", () => {
    const config = decode({ gitToken: { secure: "v1:x" }, secrets: { webToken: { secure: "v1:y" } } });
    assert.deepEqual(config.access.credentials, { kind: "encrypted" });
    assert.equal(config.cluster.source.secretName, "flux-system");
    assert.deepEqual([config.secrets, config.secretNames], [{}, ["webToken"]]);
  });

  it("takes one age identity or several, each as it was stored", () => {
    const [fresh, former] = ["AGE-SECRET-KEY-1QQQ", "# public key: age1\nAGE-SECRET-KEY-PQ-1PPP"];
    assert.deepEqual(decode({ ageIdentity: `${former}\n` }).ageIdentities, [former]);
    assert.deepEqual(decode({ ageIdentity: `${fresh}\n${former}` }).ageIdentities, [`${fresh}\n${former}`]);
    assert.deepEqual(decode({ ageIdentity: JSON.stringify([fresh, former]) }).ageIdentities, [fresh, former]);
    assert.deepEqual(decode({ ageIdentity: [{ secure: "v1:x" }] }).ageIdentities, []);
    assert.deepEqual(decode({}).ageIdentities, []);
    // Flux would refuse the whole Secret for one such line.
    for (const wrong of ["# only a comment", ` ${fresh}`, `${fresh}\r\n${former}`, `${fresh} ${fresh}`, "age1xyz", []])
      assert.deepEqual(
        issuesOf(() => decode({ ageIdentity: wrong })).map(({ code, resource }) => [code, resource]),
        Array.isArray(wrong) ? [] : [["malformed-config-value", "flux-monorepo:ageIdentity"]],
        JSON.stringify(wrong),
      );
  });

  it("names each credential of a list that a stack file holds in clear", () => {
    const raw = { ageIdentity: [{ secure: "v1:x" }, "AGE-SECRET-KEY-1QQQ"], gitToken: "canary" };
    assert.deepEqual(
      plaintextSecrets("staging", raw).map(({ resource }) => resource),
      ["flux-monorepo:gitToken", "flux-monorepo:ageIdentity[1]"],
    );
  });

  it("follows a release branch", () => {
    const config = decode({ follows: "env/production" });
    assert.deepEqual([config.access.branch, config.cluster.source.branch], ["main", "env/production"]);
  });
});

describe("configuration that is wrong", () => {
  it("is reported all at once, with the nearest known key", () => {
    const issues = issuesOf(() =>
      decode({ repositry: "x", logLevel: "loud", sourceInterval: "1 minute", tolerationKeys: "a" }),
    );
    assert.equal(issues.length, 4);
    assert.match(
      issues.find(({ code }) => code === "unknown-config-key")?.message ?? "",
      /Did you mean "repository"\? Known: repository, github/,
    );
    assert.match(
      issues.find(({ resource }) => resource === "flux-monorepo:logLevel")?.message ?? "",
      /"loud" .*debug, info, error/,
    );
  });

  it("never shows a secret", () => {
    const issues = issuesOf(() =>
      decode({ ageIdentity: "canary", secrets: { a: { b: "canary" } }, gitPrivateKey: "canary" }),
    );
    assert.equal(issues.length, 3);
    assert.doesNotMatch(JSON.stringify(issues), /canary/);
  });

  const cases: readonly (readonly [string, RawConfig, RawConfig, string])[] = [
    ["no repository", {}, { context: "c" }, "missing-config-value"],
    ["no context", {}, { github: "a/b" }, "missing-config-value"],
    ["two repositories", { github: "a/b" }, minimal, "conflicting-config-keys"],
    ["a token for ssh", { repository: "git@h:a/b.git", gitToken: "t" }, minimal, "conflicting-config-keys"],
    ["a key for https", { gitPrivateKey: "k" }, minimal, "conflicting-config-keys"],
    ["a key without known hosts", { repository: "git@h:a/b.git", gitPrivateKey: "k" }, minimal, "missing-config-value"],
    ["no kustomize-controller", { fluxComponents: ["source-controller"] }, minimal, "missing-flux-component"],
    ["recipients of no environment", { ageRecipients: { qa: [recipient] } }, minimal, "unknown-environment"],
    ["a branch that git refuses", { branch: "a..b" }, minimal, "malformed-config-value"],
  ];
  for (const [title, extra, base, code] of cases) {
    it(`names ${title}`, () => {
      assert.deepEqual(
        issuesOf(() => decode(extra, base)).map((issue) => issue.code),
        [code],
      );
    });
  }

  it("names the environments when the stack is none", () => {
    const [issue] = issuesOf(() => decodeConfig("qa", minimal, environments));
    assert.match(issue?.message ?? "", /"qa" is no environment\. Known: staging, production, github\./);
  });
});

describe("the tracked stack files", () => {
  for (const environment of environments) {
    it(`Pulumi.${environment}.yaml decodes and holds no credential`, () => {
      const raw = readConfigFile(`Pulumi.${environment}.yaml`);
      const config = decodeConfig(environment, raw, environments);
      assert.equal(config.access.follows, environment === "production" ? "env/production" : "main");
      assert.deepEqual(plaintextSecrets(environment, raw), []);
    });
  }

  it("credentials in clear are found by name", () => {
    const found = plaintextSecrets("staging", { gitToken: "canary", secrets: { a: "canary", b: { secure: "v1" } } });
    assert.deepEqual(
      found.map(({ resource }) => resource),
      ["flux-monorepo:gitToken", "flux-monorepo:secrets.a"],
    );
    assert.doesNotMatch(JSON.stringify(found), /canary/);
  });
});
