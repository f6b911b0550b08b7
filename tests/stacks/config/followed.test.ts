import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { IssuesError } from "../../../components/model/issue";
import type { ClusterSettings } from "../../../components/model/cluster-settings";
import { decodeConfig, type RawConfig } from "../../../stacks/config";

const mirrorUrl = "https://mirror.example.org/a/b.git";

function decode(extra: RawConfig): ClusterSettings {
  const base = { context: "staging", repository: "https://git.example.org/a/b.git", gitToken: "canary" };
  return decodeConfig("staging", { ...base, ...extra }, ["staging", "production"]).cluster;
}

function refusal(extra: RawConfig): string {
  try {
    decode(extra);
  } catch (error) {
    assert.ok(error instanceof IssuesError, String(error));
    return error.issues.map(({ code, resource, message }) => `${code} ${resource ?? ""} ${message}`).join("\n");
  }
  return "";
}

describe("what a cluster follows", () => {
  it("is the repository, whole, unless said otherwise", () => {
    const { follows, splitLayers, source } = decode({});
    assert.deepEqual({ follows, splitLayers }, { follows: undefined, splitLayers: undefined });
    assert.equal(source.secretName, "flux-system");
  });

  it("is a mirror, read with the credentials that push to it", () => {
    const mirrors = JSON.stringify({ backup: mirrorUrl, open: "https://open.example.org/a/b.git" });
    assert.deepEqual(decode({ mirrors, mirrorCredentials: { backup: "canary" }, followMirror: "backup" }).follows, {
      kind: "mirror",
      url: mirrorUrl,
      secretName: "flux-system-mirror",
    });
    assert.deepEqual(decode({ mirrors, followMirror: "open" }).follows, {
      kind: "mirror",
      url: "https://open.example.org/a/b.git",
    });
  });

  it("is an artifact, for which the cluster needs no credentials of Git", () => {
    const followArtifact = JSON.stringify({ url: "oci://ghcr.io/you/monorepo", tag: "staging", secret: "ghcr" });
    const { follows, source } = decode({ followArtifact });
    assert.deepEqual(follows, {
      kind: "artifact",
      url: "oci://ghcr.io/you/monorepo",
      tag: "staging",
      secretName: "ghcr",
      provider: "generic",
    });
    assert.equal(source.secretName, undefined);
  });

  it("is split where source-watcher is installed", () => {
    assert.equal(decode({ splitLayers: "true", fluxComponentsExtra: ["source-watcher"] }).splitLayers, true);
  });

  const artifact = { url: "oci://ghcr.io/you/monorepo", tag: "staging" };
  const refused: readonly (readonly [string, RawConfig, RegExp])[] = [
    [
      "a split without source-watcher",
      { splitLayers: true },
      /^missing-flux-component flux-monorepo:splitLayers source-watcher makes .*; add it to fluxComponentsExtra\.$/,
    ],
    [
      "a mirror that is none",
      { mirrors: { backup: mirrorUrl }, followMirror: "bakup" },
      /^unknown-mirror flux-monorepo:followMirror "bakup" is no mirror\. Did you mean "backup"\? Known: backup\.$/,
    ],
    ["a mirror where there are none", { followMirror: "backup" }, /Known: none; add it to mirrors\.$/],
    [
      "two sources",
      { mirrors: { backup: mirrorUrl }, followMirror: "backup", followArtifact: artifact },
      /^conflicting-config-keys flux-monorepo:followArtifact/,
    ],
    [
      "an artifact without a tag",
      { followArtifact: { url: artifact.url } },
      /expected tag to be a tag such as staging/,
    ],
    [
      "an artifact whose address holds the tag",
      { followArtifact: { ...artifact, url: "oci://ghcr.io/you/monorepo:latest" } },
      /expected url to be an address such as oci:\/\/ghcr\.io\/you\/monorepo, its tag apart/,
    ],
    ["another kind of address", { followArtifact: { ...artifact, url: mirrorUrl } }, /expected url to be an address/],
    [
      "an unknown provider",
      { followArtifact: { ...artifact, provider: "azur" } },
      /provider to be one of generic, aws/,
    ],
    ["an unknown part", { followArtifact: { ...artifact, ref: "a" } }, /a map of url, tag, secret, provider, not ref/],
    [
      "an address of Git beside an artifact",
      { followArtifact: artifact, sourceUrl: mirrorUrl },
      /^conflicting-config-keys flux-monorepo:sourceUrl .* reads no Git repository; remove sourceUrl\.$/,
    ],
  ];
  for (const [title, raw, message] of refused) {
    it(`refuses ${title}`, () => {
      assert.match(refusal(raw), message);
    });
  }
});
