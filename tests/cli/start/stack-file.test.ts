import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { valuesOfCopy, writeStackFile, type Overrides, type StackFileCopy } from "../../../cli/start/stack-file";
import { readConfigFile } from "../../../stacks/config";

describe("the copy of a stack file", () => {
  let folder = "";
  let copy: StackFileCopy = { path: "", original: "", digestKey: "" };
  const overrides: Overrides = {
    plain: { repository: "http://127.0.0.1:1/monorepo.git", ageRecipients: { staging: ["age1x"] } },
    secret: { gitToken: "canary", "secrets.a": "canary" },
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "stack-file-"));
    copy = { path: join(folder, "copy.yaml"), original: join(folder, "original.yaml"), digestKey: "key" };
    writeFileSync(
      copy.original,
      "config:\n  # kept\n  flux-monorepo:github: a/b\n  flux-monorepo:follows: env/production\n  flux-monorepo:gitToken:\n    secure: v1:theirs\n",
    );
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("replaces what the platform decides and keeps the rest", () => {
    const open = writeStackFile(copy, overrides);
    assert.deepEqual(open, overrides.secret);
    assert.deepEqual(readConfigFile(copy.path), { follows: "env/production", ...overrides.plain });
    assert.equal(statSync(copy.path).mode & 0o777, 0o600);
    assert.doesNotMatch(readFileSync(copy.path, "utf8"), /canary/);
  });

  it("is looked at with what the tracked file says by now", () => {
    writeStackFile(copy, overrides);
    writeFileSync(
      copy.original,
      "config:\n  flux-monorepo:github: a/b\n  flux-monorepo:gitToken:\n    secure: v1:theirs\n  flux-monorepo:allowPrune: [Namespace web]\n",
    );
    const values = valuesOfCopy(readConfigFile(copy.path), readConfigFile(copy.original));
    assert.deepEqual(values, { allowPrune: ["Namespace web"], ...overrides.plain });
  });

  it("keeps the salt, and what is encrypted already, as long as the values stay", () => {
    writeStackFile(copy, overrides);
    encrypt(copy.path);
    assert.deepEqual(writeStackFile(copy, overrides), {});
    const text = readFileSync(copy.path, "utf8");
    assert.match(text, /encryptionsalt: v1:salt/);
    assert.deepEqual(readConfigFile(copy.path)["gitToken"], { secure: "v1:token" });
    assert.deepEqual(readConfigFile(copy.path)["secrets"], { a: { secure: "v1:a" } });
    assert.equal(text.match(/# secrets: /g)?.length, 1);
  });

  it("asks for every secret again when one changed", () => {
    writeStackFile(copy, overrides);
    encrypt(copy.path);
    const changed = { ...overrides, secret: { ...overrides.secret, gitToken: "another" } };
    assert.deepEqual(writeStackFile(copy, changed), changed.secret);
    assert.equal(readConfigFile(copy.path)["gitToken"], undefined);
    assert.match(readFileSync(copy.path, "utf8"), /encryptionsalt: v1:salt/);
  });

  /** What Pulumi does to the file. */
  function encrypt(path: string): void {
    const secret =
      "  flux-monorepo:gitToken:\n    secure: v1:token\n  flux-monorepo:secrets:\n    a:\n      secure: v1:a\n";
    writeFileSync(path, `${readFileSync(path, "utf8")}${secret}encryptionsalt: v1:salt\n`);
  }
});
