import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { publicKnownHosts } from "../../../../components/github/host";
import { IssuesError } from "../../../../components/model/issue";
import { decodeConfig, decodeGitHubStack, type RawConfig, type StackConfig } from "../../../../stacks/config";

const repository = { github: "example/monorepo", context: "staging" };
const settings = { owner: "example", ownerKind: "organisation", name: "monorepo" } as const;

function decode(extra: RawConfig, base: RawConfig = repository): StackConfig {
  return decodeConfig("staging", { ...base, ...extra }, ["staging", "production"]);
}

function messagesOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof IssuesError, String(error));
    return error.message;
  }
  return "";
}

describe("configuration of GitHub", () => {
  it("gives the cluster what pushes, unless a deploy key is wanted", () => {
    const config = decode({ gitToken: "canary" });
    assert.equal(config.github, undefined);
    assert.equal(config.cluster.source.url, "https://github.com/example/monorepo.git");
  });

  it("lets Flux read with a deploy key of its own, over SSH with pinned host keys", () => {
    const { github, cluster, access } = decode({ deployKey: "true", deployKeyGeneration: "3", gitToken: "canary" });
    assert.deepEqual(github, {
      host: "github.com",
      owner: "example",
      name: "monorepo",
      token: "canary",
      deployKey: { generation: 3, knownHosts: publicKnownHosts },
    });
    assert.equal(cluster.source.url, "ssh://git@github.com/example/monorepo.git");
    assert.equal(cluster.source.secretName, "flux-system");
    assert.deepEqual(access.credentials, { kind: "token", username: "git", token: "canary" });
  });

  it("has Flux told of a push where receivers are reached, whatever it reads the repository with", () => {
    const { github, cluster } = decode({ webhookUrl: "https://flux.example.org", gitToken: "canary" });
    assert.equal(github?.webhookUrl, "https://flux.example.org");
    assert.equal(cluster.receiverSecret, "github-receiver");
    assert.equal(cluster.source.url, "https://github.com/example/monorepo.git");
    assert.equal(decode({}).cluster.receiverSecret, undefined);
  });

  it("prefers a token of its own for deploy keys", () => {
    assert.equal(decode({ deployKey: true, gitToken: "push", githubToken: "keys" }).github?.token, "keys");
    assert.equal(decode({ deployKey: true }).github?.token, undefined);
  });

  it("lets the GitHub App that pushes manage keys, unless a token is given for that", () => {
    const app = { githubAppId: "12", githubAppInstallationId: "34", githubAppPrivateKey: "pem", deployKey: true };
    const { github } = decode(app);
    assert.deepEqual([github?.token, github?.app?.appId, github?.app?.privateKey], [undefined, "12", "pem"]);
    assert.deepEqual([decode({ ...app, githubToken: "keys" }).github?.app], [undefined]);
  });

  it("lets the token of a variable manage keys where it pushes, and keeps it out of the configuration", () => {
    const { github } = decode({ deployKey: true, gitTokenVariable: "CI_TOKEN" });
    assert.deepEqual([github?.token, github?.tokenVariable], [undefined, "CI_TOKEN"]);
  });

  it("reaches a GitHub Enterprise, whose host keys must be given", () => {
    const enterprise = { githubHost: "github.example.org", deployKey: true };
    assert.match(
      messagesOf(() => decode(enterprise)),
      /ssh-keyscan github\.example\.org/,
    );
    const { access, cluster, github } = decode({ ...enterprise, gitKnownHosts: "github.example.org ssh-ed25519 AAAA" });
    assert.equal(access.url, "https://github.example.org/example/monorepo.git");
    assert.equal(cluster.source.url, "ssh://git@github.example.org/example/monorepo.git");
    assert.equal(github?.deployKey?.knownHosts, "github.example.org ssh-ed25519 AAAA");
  });

  it("knows github.com's host keys where commits are pushed over SSH", () => {
    const base = { repository: "git@github.com:example/monorepo.git", context: "staging", gitPrivateKey: "key" };
    const { credentials } = decode({}, base).access;
    assert.deepEqual(credentials, { kind: "ssh", privateKey: "key", knownHosts: publicKnownHosts });
  });

  const conflicts: readonly (readonly [RawConfig, RawConfig, RegExp])[] = [
    [{ deployKey: true }, { repository: "https://git.example.org/a.git", context: "c" }, /needs github/],
    [{ deployKey: true, sourceUrl: "https://git.example.org/a.git" }, repository, /hence not from sourceUrl/],
    [{ deployKey: true, cluster: false }, repository, /no cluster to set up/],
    [
      { webhookUrl: "https://flux.example.org" },
      { repository: "https://git.example.org/a.git", context: "c" },
      /needs github/,
    ],
    [{ webhookUrl: "https://flux.example.org", cluster: false }, repository, /no cluster to set up/],
    [{ webhookUrl: "http://flux.example.org" }, repository, /receivers, such as https/],
    [
      { webhookUrl: "https://flux.example.org", fluxComponents: ["source-controller", "kustomize-controller"] },
      repository,
      /notification-controller takes/,
    ],
    [{ deployKeyGeneration: "0" }, repository, /a whole number above zero/],
    [{ adopt: true }, repository, /Only the stack "github" makes or adopts/],
    [{ githubHost: "https://x" }, repository, /a host such as/],
  ];
  for (const [extra, base, message] of conflicts) {
    it(`refuses ${JSON.stringify(extra)}`, () => {
      assert.match(
        messagesOf(() => decode(extra, base)),
        message,
      );
    });
  }
});

describe("configuration of the stack that owns the repository", () => {
  it("is the host, the token and whether to adopt", () => {
    assert.deepEqual(decodeGitHubStack({}, settings), { host: "github.com", adopt: false, settings });
    assert.deepEqual(
      decodeGitHubStack({ githubHost: "github.example.org", githubToken: "canary", adopt: "true" }, settings),
      { host: "github.example.org", token: "canary", adopt: true, settings },
    );
  });

  it("has no key of an environment", () => {
    const message = messagesOf(() => decodeGitHubStack({ context: "staging", gitToken: "canary" }, settings));
    assert.match(message, /flux-monorepo:context/);
    assert.match(message, /Known: githubHost, githubToken, adopt/);
    assert.doesNotMatch(message, /canary/);
  });

  it("says where the repository is described, when it is not, and what is wrong with it", () => {
    assert.match(
      messagesOf(() => decodeGitHubStack({}, undefined)),
      /stacks\/github\.ts.*Give `repository` its settings/s,
    );
    assert.match(
      messagesOf(() => decodeGitHubStack({}, { ...settings, topics: ["Flux"] })),
      /the topic "Flux"/,
    );
  });

  it("requires no check that never runs", () => {
    const rules = { ...settings, rules: {} };
    const program = { repository: "example/program", ref: "main" } as const;
    assert.match(
      messagesOf(() => decodeGitHubStack({}, rules)),
      /require the check of the monorepo's own workflow.*stacks\/program\.ts/,
    );
    assert.equal(decodeGitHubStack({}, rules, program).settings, rules);
    decodeGitHubStack({}, { ...settings, rules: { requiredChecks: ["lint"] } });
  });

  it("is named among the stacks when one is unknown", () => {
    assert.match(
      messagesOf(() => decodeConfig("qa", repository, ["staging", "production"])),
      /Known: staging, production, github\./,
    );
  });
});
