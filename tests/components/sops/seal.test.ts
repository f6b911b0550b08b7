import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "mocha";
import { parseManifests } from "../../../components/manifests/yaml";
import { sealDigest } from "../../../components/sops/digest";
import { seal } from "../../../components/sops/seal";
import { secretManifest } from "../../../components/sops/secret-manifest";
import { resolveTool } from "../../../tools/resolve";

const secret = {
  sealed: true,
  name: "grafana",
  namespace: "monitoring",
  stringData: { "admin-password": { secretKey: "grafanaPassword" } },
} as const;
const values = { grafanaPassword: 'canary: "on"\n  0123' };

describe("sealing", function () {
  this.timeout(30_000);

  it("encrypts values alone, for exactly the recipients, and sops decrypts them to what they were", async () => {
    const { path: sops } = await resolveTool("sops");
    const age = await import("age-encryption");
    const [identity, other] = [await age.generateX25519Identity(), await age.generateX25519Identity()];
    const recipients = [await age.identityToRecipient(identity), await age.identityToRecipient(other)];
    const before = readdirSync(tmpdir());
    const sealed = await seal({ sops, manifest: secretManifest("x.sops.yaml", secret, values), recipients });
    assert.deepEqual(
      readdirSync(tmpdir()).filter((name) => !before.includes(name) && name.includes("sops")),
      [],
    );
    assert.equal(sealed.includes("canary"), false);
    assert.deepEqual(
      parseManifests(sealed).map((object): unknown => Reflect.get(Object(object), "metadata")),
      [{ name: "grafana", namespace: "monitoring" }],
    );
    const folder = mkdtempSync(join(tmpdir(), "flux-monorepo-seal-"));
    try {
      writeFileSync(join(folder, "x.sops.yaml"), sealed);
      const plain = execFileSync(sops, ["decrypt", join(folder, "x.sops.yaml")], {
        env: { SOPS_AGE_KEY: identity },
        encoding: "utf8",
      });
      assert.deepEqual(
        parseManifests(plain).map((object): unknown => Reflect.get(Object(object), "stringData")),
        [{ "admin-password": values.grafanaPassword }],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("says what sops said, and no value, when a recipient is none", async () => {
    const { path: sops } = await resolveTool("sops");
    const manifest = secretManifest("x.sops.yaml", secret, values);
    await assert.rejects(
      seal({ sops, manifest, recipients: ["age1nonsense"] }),
      (error: Error) => /age1nonsense/.test(error.message) && !error.message.includes("canary"),
    );
  });

  it("trusts no program's word that it encrypted", async () => {
    const manifest = secretManifest("x.sops.yaml", secret, values);
    // It answers what it was asked, as a wrapper with rules of its own might.
    const folder = mkdtempSync(join(tmpdir(), "flux-monorepo-seal-"));
    try {
      writeFileSync(join(folder, "sops"), "#!/bin/sh\nexec cat\n", { mode: 0o755 });
      await assert.rejects(
        seal({ sops: join(folder, "sops"), manifest, recipients: ["age1x"] }),
        (error: Error) =>
          /sops left stringData.admin-password in clear/.test(error.message) && !error.message.includes("canary"),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("names the configuration key that has no value", () => {
    assert.throws(
      () => secretManifest("apps/x.sops.yaml", secret, {}),
      /apps\/x.sops.yaml \(Secret monitoring\/grafana\): needs the secret "grafanaPassword"/,
    );
  });

  it("has a digest that follows every part, and no order", () => {
    const base = { secret, recipients: ["age1b", "age1a"], values };
    const digest = sealDigest("key", base);
    assert.equal(
      sealDigest("key", { ...base, recipients: ["age1a", "age1b"], values: { ...values, other: "x" } }),
      digest,
    );
    const others = [
      sealDigest("other", base),
      sealDigest("key", { ...base, recipients: ["age1a"] }),
      sealDigest("key", { ...base, values: { grafanaPassword: "x" } }),
      sealDigest("key", { ...base, secret: { ...secret, name: "other" } }),
      sealDigest("key", { ...base, secret: { ...secret, type: "kubernetes.io/tls" } }),
      sealDigest("key", { ...base, secret: { ...secret, annotations: { a: "b" } } }),
    ];
    assert.equal(new Set([digest, ...others]).size, 7);
  });
});
