import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { parseManifests } from "../../../components/manifests/yaml";
import type { CommitInputs } from "../../../components/publish/inputs";
import { sealDigest } from "../../../components/sops/digest";
import { resolveTool } from "../../../tools/resolve";
import { ProviderCalls } from "./provider-calls";

interface Keys {
  readonly identity: string;
  readonly recipient: string;
}

const path = "apps/staging/web/db.sops.yaml";
const value = "canary-value";

describe("a rotation of age identities", function () {
  this.timeout(60_000);
  let calls: ProviderCalls;
  let sops = "";
  let former: Keys;
  let fresh: Keys;
  beforeEach(async () => {
    calls = new ProviderCalls();
    ({ path: sops } = await resolveTool("sops"));
    [former, fresh] = [await newKeys(), await newKeys()];
  });
  afterEach(() => {
    calls.end();
  });

  const sealing = (recipients: readonly string[], key = "key"): Promise<CommitInputs> => {
    const secret = { sealed: true, name: "db", stringData: { password: { secretKey: "db" } } } as const;
    const file = { kind: "sealed", environment: "staging", recipients, secret } as const;
    const sealed = { [path]: { ...file, digest: sealDigest(key, { ...file, values: { db: value } }) } };
    return calls.inputs({}, { secrets: { db: value }, sealed });
  };
  /** Whether an identity opens what the branch holds, and finds the value there. */
  const opens = ({ identity }: Keys): boolean => {
    const file = join(calls.scratch.stateDir, "db.sops.yaml");
    writeFileSync(file, calls.scratch.content(path));
    try {
      const plain = execFileSync(sops, ["decrypt", file], {
        env: { SOPS_AGE_KEY: identity },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [object] = parseManifests(plain);
      return JSON.stringify(Reflect.get(Object(object), "stringData")) === JSON.stringify({ password: value });
    } catch {
      return false;
    }
  };

  it("encrypts anew for the recipients of each step, and once", async () => {
    const steps: readonly (readonly [readonly Keys[], readonly Keys[]])[] = [
      [[former], [fresh]],
      [[fresh, former], []],
      [[fresh], [former]],
    ];
    let state = await calls.create(await sealing([former.recipient]));
    for (const [holders, others] of steps) {
      const recipients = holders.map(({ recipient }) => recipient);
      state = await calls.update(state, await sealing(recipients));
      const ciphertext = calls.scratch.content(path);
      assert.ok(holders.every(opens) && !others.some(opens), `recipients ${recipients.join(", ")}`);
      assert.equal(await calls.changes(state, await sealing([...recipients].reverse())), false);
      assert.equal(calls.scratch.content(path), ciphertext);
    }
  });

  it("followed by a lost state encrypts once more, from a sealing key of the new identity, and loses nothing", async () => {
    await calls.create(await sealing([fresh.recipient], "key of the former identity"));
    const before = calls.scratch.content(path);
    const state = await calls.create(await sealing([fresh.recipient], "key of the new identity"));
    assert.notEqual(calls.scratch.content(path), before);
    assert.ok(opens(fresh));
    assert.equal(await calls.changes(state, await sealing([fresh.recipient], "key of the new identity")), false);
  });

  it("with the state kept, or the same identity, keeps the ciphertext", async () => {
    await calls.create(await sealing([former.recipient]));
    const ciphertext = calls.scratch.content(path);
    // The digests of the branch's own commits tell a run without a state that nothing changed.
    await calls.create(await sealing([former.recipient]));
    assert.equal(calls.scratch.content(path), ciphertext);
  });
});

async function newKeys(): Promise<Keys> {
  const age = await import("age-encryption");
  const identity = await age.generateX25519Identity();
  return { identity, recipient: await age.identityToRecipient(identity) };
}
