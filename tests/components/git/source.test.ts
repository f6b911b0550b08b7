import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { readSource, relateSources } from "../../../components/git/source";
import { Scratch } from "./scratch";

describe("the program's source", function () {
  this.timeout(60_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });

  it("is deepened where a shallow clone cannot tell how revisions stand", async () => {
    const [first, second] = [scratch.person({ a: "1\n" }), scratch.person({ a: "2\n" })];
    const clone = join(scratch.root, "shallow");
    const from = `file://${scratch.url}`;
    scratch.git(scratch.root, "clone", "--quiet", "--depth=1", "--branch=main", from, clone);
    const shallow = (): string => scratch.git(clone, "rev-parse", "--is-shallow-repository");
    assert.equal(shallow(), "true");
    assert.deepEqual([...(await relateSources(clone, second, [first]))], [[first, "ancestor"]]);
    assert.equal(shallow(), "false");
  });

  it("is read whoever owns the checkout, as in a container of a CI", async function () {
    if (process.getuid?.() !== 0) this.skip();
    const clone = join(scratch.root, "clone");
    const revision = scratch.person({ a: "1\n" });
    scratch.git(scratch.root, "clone", "--quiet", "--branch=main", scratch.url, clone);
    execFileSync("chown", ["-R", "65534", clone]);
    assert.throws(() => scratch.git(clone, "status"), /dubious ownership/);
    assert.deepEqual(await readSource(clone), { revision, clean: true });
  });

  it("counts as unrelated where the history cannot be had", async () => {
    const [first, second] = [scratch.person({ a: "1\n" }), scratch.person({ a: "2\n" })];
    const clone = join(scratch.root, "shallow");
    scratch.git(scratch.root, "clone", "--quiet", "--depth=1", "--branch=main", `file://${scratch.url}`, clone);
    scratch.git(clone, "remote", "set-url", "origin", join(scratch.root, "gone"));
    assert.deepEqual([...(await relateSources(clone, second, [first]))], [[first, "unrelated"]]);
  });
});
