import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { identityEntries } from "../../../components/cluster/bootstrap/identity-entries";
import type { Environment } from "../../../components/model/environment";
import { identityIssues, recipientsOf } from "../../../components/sops/identities";
import { monorepo } from "../../../stacks";

async function newKeys(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const age = await import("age-encryption");
  const identity = await age.generateX25519Identity();
  return { identity, recipient: await age.identityToRecipient(identity) };
}

/** Staging of this very repository, which seals secrets. */
function staging(recipients: readonly string[]): Environment {
  const { staging: environment } = monorepo({ ageRecipients: { staging: recipients } }).environments;
  assert.ok(environment !== undefined);
  return environment;
}

describe("age identities", () => {
  it("are kept one an entry, under names that Flux reads", () => {
    assert.deepEqual(identityEntries(["new", "old", "older"]), {
      "age.agekey": "new",
      "age-2.agekey": "old",
      "age-3.agekey": "older",
    });
    assert.equal(identityEntries([]), undefined);
  });

  it("have the recipients that age says", async () => {
    const [one, other] = [await newKeys(), await newKeys()];
    const text = `# created: today\n# public key: ${one.recipient}\n${one.identity}\n${other.identity}\n`;
    assert.deepEqual(await recipientsOf([text]), [one.recipient, other.recipient]);
  });

  it("open what is sealed: any one of them suffices, as in a rotation", async () => {
    const [fresh, former] = [await newKeys(), await newKeys()];
    const both = [fresh.identity, former.identity];
    for (const recipients of [[former.recipient], [fresh.recipient, former.recipient], [fresh.recipient]])
      assert.deepEqual(await identityIssues("Pulumi.staging.yaml", staging(recipients), both), []);
    assert.deepEqual(await identityIssues("Pulumi.staging.yaml", staging([former.recipient]), []), []);
  });

  it("are refused where none opens what is sealed, and never shown", async () => {
    const [own, other] = [await newKeys(), await newKeys()];
    const [issue, ...more] = await identityIssues("Pulumi.staging.yaml", staging([other.recipient]), [own.identity]);
    assert.deepEqual(more, []);
    assert.equal(issue?.code, "undecryptable");
    assert.match(issue.message, new RegExp(`${own.recipient} is none of its recipients, which are ${other.recipient}`));
    assert.doesNotMatch(JSON.stringify(issue), /AGE-SECRET-KEY/);
    const [malformed] = await identityIssues("Pulumi.staging.yaml", staging([own.recipient]), ["AGE-SECRET-KEY-1QQQ"]);
    assert.equal(malformed?.code, "malformed-config-value");
    assert.doesNotMatch(JSON.stringify(malformed), /1QQQ/);
  });
});
