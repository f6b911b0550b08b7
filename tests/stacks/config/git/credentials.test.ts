import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { IssuesError } from "../../../../components/model/issue";
import { syncObjects } from "../../../../components/manifests/cluster/sync-objects";
import { decodeConfig, type RawConfig, type StackConfig } from "../../../../stacks/config";

function decode(extra: RawConfig): StackConfig {
  return decodeConfig("staging", { context: "staging", ...extra }, ["staging"]);
}

function refusal(extra: RawConfig): string {
  try {
    decode(extra);
  } catch (error) {
    assert.ok(error instanceof IssuesError, String(error));
    return error.issues.map(({ code, resource }) => `${code} ${resource ?? ""}`).join("\n");
  }
  return "";
}

const app = { githubAppId: "7", githubAppInstallationId: "42", githubAppPrivateKey: "canary-key" };
const gitHub = { github: "acme/monorepo" };

describe("credentials of the repository", () => {
  it("are a GitHub App's, for this program and for Flux", () => {
    const { access, cluster } = decode({ ...gitHub, ...app });
    const drawn = { kind: "github-app", apiUrl: "https://api.github.com", appId: "7", installationId: "42" };
    assert.deepEqual(access.credentials, { ...drawn, privateKey: "canary-key" });
    const [source] = syncObjects("staging", cluster);
    assert.deepEqual(source?.spec, {
      interval: "1m0s",
      provider: "github",
      ref: { branch: "main" },
      secretRef: { name: "flux-system" },
      url: "https://github.com/acme/monorepo.git",
    });
  });

  it("render the same source where the key is encrypted, and with a deploy key none of it", () => {
    const encrypted = decode({ ...gitHub, ...app, githubAppPrivateKey: { secure: "v1:x" } });
    assert.deepEqual(encrypted.access.credentials, { kind: "encrypted" });
    assert.deepEqual(encrypted.cluster, decode({ ...gitHub, ...app }).cluster);
    assert.equal(decode({ ...gitHub, ...app, deployKey: true }).cluster.source.provider, undefined);
  });

  it("know GitHub's API by the host, or by githubApi", () => {
    const place = (extra: RawConfig) => decode(extra).access.gitHub;
    const acme = "acme/monorepo";
    assert.deepEqual(place(gitHub), { apiUrl: "https://api.github.com", repository: acme });
    const enterprise = { ...gitHub, githubHost: "git.example.org" };
    assert.deepEqual(place(enterprise), { apiUrl: "https://git.example.org/api/v3", repository: acme });
    assert.equal(place({ repository: "https://git.example.org/acme/monorepo.git" }), undefined);
    const told = { repository: "https://git.example.org/acme/monorepo.git", githubApi: "https://api.example.org" };
    assert.deepEqual(place(told), { apiUrl: "https://api.example.org", repository: acme });
  });

  it("leave the committer to the author, unless configured", () => {
    assert.equal(decode(gitHub).access.committer, undefined);
    assert.deepEqual(decode({ ...gitHub, authorName: "Ada", committerEmail: "bot@example.org" }).access.committer, {
      name: "Ada",
      email: "bot@example.org",
    });
  });

  it("are a token in a variable, which Flux does not get", () => {
    const { access, cluster } = decode({ ...gitHub, gitTokenVariable: "GITHUB_TOKEN" });
    assert.deepEqual(access.credentials, { kind: "environment", username: "git", variable: "GITHUB_TOKEN" });
    assert.equal(cluster.source.secretName, undefined);
  });

  const refused: readonly (readonly [RawConfig, RegExp])[] = [
    [
      { ...gitHub, githubAppId: "7" },
      /missing-config-value flux-monorepo:githubAppInstallationId\nmissing-.*PrivateKey/,
    ],
    [{ ...gitHub, ...app, gitToken: "x" }, /conflicting-config-keys flux-monorepo:gitToken/],
    [{ ...gitHub, ...app, githubAppInstallationId: "acme" }, /malformed-config-value flux-monorepo:githubAppInst/],
    [
      { repository: "https://gitlab.com/acme/monorepo.git", ...app },
      /conflicting-config-keys flux-monorepo:githubAppId/,
    ],
    [{ repository: "ssh://git@github.com/acme/monorepo.git", ...app }, /conflicting-.* flux-monorepo:githubAppId/],
    [{ ...gitHub, gitToken: "x", gitTokenVariable: "Y" }, /conflicting-config-keys flux-monorepo:gitTokenVariable/],
    [{ repository: "ssh://git@github.com/a/b.git", gitTokenVariable: "Y" }, /conflicting-.*:gitTokenVariable/],
    [{ ...gitHub, gitTokenVariable: "a b" }, /malformed-config-value flux-monorepo:gitTokenVariable/],
    [{ ...gitHub, githubApi: "http://api.example.org" }, /malformed-config-value flux-monorepo:githubApi/],
  ];
  for (const [extra, expected] of refused)
    it(`refuse ${JSON.stringify(extra)}`, () => {
      assert.match(refusal(extra), expected);
    });
});
