import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { GitAccess } from "../../../components/git/access";
import { publish } from "../../../components/publish/publish";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "./wanted";

describe("signatures and mirrors", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });
  const run = (text: string, changes: Partial<GitAccess>) => {
    const wanted = wantedFiles(scratch, { "apps/base/web/deployment.yaml": text }, { environment: "production" });
    return publish({ ...wanted, access: { ...wanted.access, ...changes } }, scratch.stateDir, noSealer);
  };

  it("signs with an SSH key", async () => {
    const key = join(scratch.root, "key");
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
    await run("1\n", { signing: { kind: "ssh", privateKey: readFileSync(key, "utf8") } });
    writeFileSync(join(scratch.root, "allowed"), `* ${readFileSync(`${key}.pub`, "utf8")}`);
    const verify = [
      "-c",
      "gpg.format=ssh",
      "-c",
      `gpg.ssh.allowedSignersFile=${join(scratch.root, "allowed")}`,
      "verify-commit",
      "main",
    ];
    scratch.git(scratch.url, ...verify);
    await assert.rejects(run("2\n", { signing: { kind: "ssh", privateKey: "no key" } }), { code: "signing" });
    assert.equal(scratch.commits(), 1);
  });

  it("signs with a GPG key", async () => {
    const home = mkdtempSync(join(tmpdir(), "gpg-"));
    const gpg = (...args: readonly string[]): string =>
      execFileSync("gpg", ["--batch", "--quiet", ...args], {
        env: { PATH: process.env["PATH"], GNUPGHOME: home },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
    try {
      gpg("--passphrase", "", "--quick-generate-key", "Bot <bot@example.org>", "ed25519", "sign", "never");
      await run("1\n", { signing: { kind: "gpg", privateKey: gpg("--export-secret-keys", "--armor") } });
      assert.match(scratch.git(scratch.url, "cat-file", "commit", "main"), /gpgsig -----BEGIN PGP SIGNATURE/);
    } finally {
      execFileSync("gpgconf", ["--kill", "gpg-agent"], { env: { PATH: process.env["PATH"], GNUPGHOME: home } });
      rmSync(home, { recursive: true });
    }
  });

  it("keeps mirrors equal, reports one that is down, heals it, and never forces one", async () => {
    const mirror = (name: string) => ({ url: join(scratch.root, name), credentials: { kind: "none" as const } });
    const at = (name: string, branch: string): string =>
      scratch.git(join(scratch.root, name), "for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);
    scratch.git(scratch.root, "init", "--quiet", "--bare", "one.git");
    const mirrors = [mirror("one.git"), mirror("two.git")];
    const first = await run("1\n", { mirrors });
    assert.deepEqual(
      first.mirrors.map(({ behind }) => behind === undefined),
      [true, false],
    );
    assert.equal(at("one.git", "env/production"), first.revision);
    scratch.git(scratch.root, "init", "--quiet", "--bare", "two.git");
    assert.deepEqual(
      (await run("1\n", { mirrors })).mirrors.map(({ behind }) => behind),
      [undefined, undefined],
    );
    assert.equal(at("two.git", "main"), first.revision);
    const foreign = scratch.git(join(scratch.root, "one.git"), "commit-tree", "-m", "Own way", "main^{tree}");
    scratch.git(join(scratch.root, "one.git"), "update-ref", "refs/heads/main", foreign);
    const last = await run("2\n", { mirrors });
    assert.deepEqual(
      last.mirrors.map(({ behind }) => behind === undefined),
      [false, true],
    );
    assert.equal(at("one.git", "main"), foreign);
    const state = `main stands at ${foreign} there, which main of the repository, at ${last.revision}, does not hold`;
    assert.ok(last.mirrors[0]?.behind?.includes(state), last.mirrors[0]?.behind);
  });
});
