import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { openKeys, sealKeys } from "../../../cli/keys/key-file";
import { embeddedPlaces, readKeys, restoredPlaces, writeKeys } from "../../../cli/keys/kept-keys";
import { keyFilePassphrase, passphraseVariable } from "../../../cli/keys/passphrase";

const keys = {
  environment: "staging",
  ageIdentities: ["# public key: age1x\nAGE-SECRET-KEY-1CANARY", "AGE-SECRET-KEY-1FORMER"],
  passphrase: "canary passphrase",
};

describe("a key file", function () {
  // The derivation of its key is slow on purpose.
  this.timeout(60_000);
  let sealed = "";
  before(async () => {
    sealed = await sealKeys(keys, "correct horse battery");
  });

  it("is an armored age file that shows nothing, and gives the keys back", async () => {
    assert.match(sealed, /^-----BEGIN AGE ENCRYPTED FILE-----\n/);
    assert.match(Buffer.from(sealed.split("\n")[1] ?? "", "base64").toString(), /^age-encryption\.org\/v1\n-> scrypt /);
    assert.doesNotMatch(
      Buffer.from(sealed.replace(/-----.*-----|\n/g, ""), "base64").toString("latin1"),
      /CANARY|canary/,
    );
    assert.deepEqual(await openKeys(sealed, "correct horse battery"), keys);
  });

  it("stays shut for another passphrase, and damaged or foreign files are told from it", async () => {
    await assert.rejects(openKeys(sealed, "correct horse batterz"), /The passphrase does not open the file/);
    await assert.rejects(openKeys("AGE-SECRET-KEY-1CANARY", "x"), (error: Error) => {
      return /no armored age file/.test(error.message) && !error.message.includes("CANARY");
    });
  });

  it("asks for a passphrase that is not guessed at once", async () => {
    const before = process.env[passphraseVariable];
    try {
      process.env[passphraseVariable] = "short";
      await assert.rejects(keyFilePassphrase(true), /has 5 characters.*give 12 at least/);
      assert.equal(await keyFilePassphrase(false), "short");
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.env, passphraseVariable);
      else process.env[passphraseVariable] = before;
    }
  });
});

describe("kept keys", () => {
  let root = "";
  before(() => {
    root = mkdtempSync(join(tmpdir(), "flux-monorepo-keys-"));
  });
  after(() => {
    rmSync(root, { recursive: true });
  });

  it("are written for their owner alone, and once", () => {
    const places = restoredPlaces(root, "staging");
    assert.deepEqual(writeKeys(keys, places, false), [places.identities, places.passphrase]);
    for (const path of [places.identities, places.passphrase]) assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(readFileSync(places.identities, "utf8"), `${keys.ageIdentities.join("\n")}\n`);
    assert.equal(readFileSync(places.passphrase, "utf8"), keys.passphrase);
    // What stands there without its comment is the same key.
    const bare = { ...keys, ageIdentities: ["AGE-SECRET-KEY-1CANARY", "AGE-SECRET-KEY-1FORMER"] };
    assert.deepEqual(writeKeys(bare, places, false), []);
  });

  it("give way to no other key unasked, and are kept when it is asked for", () => {
    const places = restoredPlaces(root, "production");
    writeKeys(keys, places, false);
    const other = { ...keys, ageIdentities: ["AGE-SECRET-KEY-1OTHER"] };
    assert.throws(
      () => writeKeys(other, places, false),
      (error: Error) =>
        /identities\.agekey holds another key, and stays/.test(error.message) && !/SECRET/.test(error.message),
    );
    assert.match(readFileSync(places.identities, "utf8"), /CANARY/);
    assert.deepEqual(writeKeys(other, places, true), [places.identities]);
    assert.match(readFileSync(places.identities, "utf8"), /^AGE-SECRET-KEY-1OTHER$/m);
    assert.match(readFileSync(`${places.identities}.before-1`, "utf8"), /CANARY/);
    assert.deepEqual(readdirSync(join(root, ".keys", "production")).sort(), [
      "identities.agekey",
      "identities.agekey.before-1",
      "passphrase",
    ]);
  });

  it("are those of the embedded platform, where it was started", () => {
    const places = embeddedPlaces(root, "staging");
    assert.throws(
      () => readKeys("staging", places),
      /staging\.agekey: the embedded platform of staging was never started/,
    );
    writeKeys({ ...keys, ageIdentities: ["AGE-SECRET-KEY-1CANARY"] }, places, false);
    assert.deepEqual(readKeys("staging", places), { ...keys, ageIdentities: ["AGE-SECRET-KEY-1CANARY"] });
  });
});
