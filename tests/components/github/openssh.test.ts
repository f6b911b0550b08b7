import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createPublicKey, sign, verify, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import { sourceSecretEntries } from "../../../components/cluster/bootstrap/source-secret";
import { encodeKeyPair, makeKeyPair } from "../../../components/github/openssh";

const withKeygen = spawnSync("ssh-keygen", ["-?"]).error === undefined;

/** Writes a private key as ssh-keygen wants it, and runs it on that. */
function keygen(privateKey: string, ...args: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "flux-monorepo-key-"));
  try {
    writeFileSync(join(folder, "key"), privateKey, { mode: 0o600 });
    return execFileSync("ssh-keygen", [...args, "-f", join(folder, "key")], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("OpenSSH keys", () => {
  it("are new each time", () => {
    assert.notEqual(makeKeyPair("a").publicKey, makeKeyPair("a").publicKey);
  });

  it("have the form of both files", () => {
    const { privateKey, publicKey } = makeKeyPair("flux-monorepo staging");
    assert.match(publicKey, /^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43} flux-monorepo staging\n$/);
    const lines = privateKey.split("\n");
    assert.equal(lines[0], "-----BEGIN OPENSSH PRIVATE KEY-----");
    assert.deepEqual(lines.slice(-2), ["-----END OPENSSH PRIVATE KEY-----", ""]);
    assert.ok(lines.every((line) => line.length <= 70));
  });

  it("carry the very key", () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const blob = Buffer.from(encodeKeyPair(privateKey, "c").publicKey.split(" ")[1] ?? "", "base64");
    const x = blob.subarray(-32).toString("base64url");
    const read = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    assert.ok(verify(null, Buffer.from("text"), read, sign(null, Buffer.from("text"), privateKey)));
  });

  it("are read by the part that stores them in the cluster", () => {
    const { privateKey, publicKey } = makeKeyPair("flux-monorepo");
    const entries = sourceSecretEntries({ kind: "ssh", privateKey, knownHosts: "" });
    assert.equal(entries?.["identity.pub"]?.trim(), publicKey.split(" ").slice(0, 2).join(" "));
  });

  // Comments of every length move the padding.
  for (const comment of ["", "a", "four", "sixsix", "flux-monorepo staging (cluster kind-staging)"]) {
    it(`are accepted by ssh-keygen, with the comment "${comment}"`, function () {
      if (!withKeygen) this.skip();
      const { privateKey, publicKey } = makeKeyPair(comment);
      assert.equal(keygen(privateKey, "-y").trim(), publicKey.trim());
    });
  }
});
