import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { IssuesError } from "../../../../components/model/issue";
import { decodeConfig, type PublishingConfig, type RawConfig } from "../../../../stacks/config";

function decode(extra: RawConfig): PublishingConfig {
  const base = { context: "staging", repository: "https://git.example.org/a/b.git" };
  return decodeConfig("staging", { ...base, ...extra }, ["staging", "production"]).publishing;
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

const mirror = "https://mirror.example.org/a/b.git";
const sshMirror = "ssh://git@mirror.example.org/a/b.git";

describe("publishing", () => {
  it("pushes unsigned commits to one repository where nothing else is said", () => {
    assert.deepEqual(decode({}), { mode: "push", mirrors: [] });
  });

  it("tells a GPG key from an SSH one", () => {
    const gpg = "-----BEGIN PGP PRIVATE KEY BLOCK-----\n";
    const ssh = "-----BEGIN OPENSSH PRIVATE KEY-----\n";
    assert.deepEqual(decode({ signingKey: gpg }).signing, { kind: "gpg", privateKey: gpg });
    assert.deepEqual(decode({ signingKey: ssh }).signing, { kind: "ssh", privateKey: ssh });
  });

  it("gives each mirror the credentials of its kind", () => {
    const mirrors = JSON.stringify({ first: mirror, second: sshMirror, third: mirror });
    const mirrorCredentials = { first: "canary", second: "canary-key" };
    assert.deepEqual(decode({ mirrors, mirrorCredentials, gitKnownHosts: "hosts" }).mirrors, [
      { name: "first", url: mirror, credentials: { kind: "token", username: "git", token: "canary" } },
      { name: "second", url: sshMirror, credentials: { kind: "ssh", privateKey: "canary-key", knownHosts: "hosts" } },
      { name: "third", url: mirror, credentials: { kind: "none" } },
    ]);
    const unread = { mirrors: { first: mirror }, mirrorCredentials: { first: { secure: "v1:x" } } };
    assert.deepEqual(decode(unread).mirrors, [{ name: "first", url: mirror, credentials: { kind: "encrypted" } }]);
  });

  it("writes files only where no cluster waits for them", () => {
    assert.deepEqual(decode({ mode: "files", worktree: "../monorepo", cluster: false }), {
      mode: "files",
      worktree: "../monorepo",
      mirrors: [],
    });
  });

  const refused: readonly (readonly [RawConfig, RegExp])[] = [
    [{ mode: "merge" }, /malformed-config-value flux-monorepo:mode/],
    [{ mode: "files", cluster: false }, /missing-config-value flux-monorepo:worktree/],
    [{ mode: "files", worktree: "x" }, /conflicting-config-keys flux-monorepo:mode/],
    [{ worktree: "x" }, /conflicting-config-keys flux-monorepo:worktree/],
    [{ mirrors: { a: "https://u:canary@h/x" } }, /malformed-config-value flux-monorepo:mirrors/],
    [{ mirrors: { a: mirror }, mirrorCredentials: { b: "canary" } }, /unknown-mirror flux-monorepo:mirrorCredentials/],
    [
      { mirrors: { a: sshMirror }, mirrorCredentials: { a: "canary" } },
      /missing-config-value flux-monorepo:gitKnownHosts/,
    ],
  ];
  for (const [given, expected] of refused) {
    it(`refuses ${JSON.stringify(given)}`, () => {
      assert.match(refusal(given), expected);
    });
  }
});
