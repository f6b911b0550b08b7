import assert from "node:assert/strict";
import { it } from "mocha";
import type { Sides } from "./sides";

/** A cluster that is to follow a branch that does not hold all of what the cluster runs: production plays it, by previews alone. */
export function movedSourceTests(the: () => Sides): void {
  const follow = async (branch: string): Promise<void> => {
    const { status, output } = await the().stack.production("config", "set", "follows", branch);
    assert.equal(status, 0, output);
  };

  it("another branch to follow is refused where Flux would delete what it lacks", async () => {
    const { checkout, repository, stack } = the();
    const before = [repository.head("main"), repository.head("env/production")];
    checkout.edit("stacks/production.ts", /^ *ingress: publicIngress\("whoami".*\n/m, "");
    await follow("release/production");
    const { status, output } = await stack.production("preview");
    assert.notEqual(status, 0, output);
    const lost = output.matchAll(/\(([^()]+)\): Flux applied it from env\/production of [^]*?Flux would delete it/g);
    assert.deepEqual([...new Set([...lost].map(([, name]) => name))], ["Ingress whoami/whoami"], output);
    checkout.revert();
    const whole = await stack.production("preview");
    assert.equal(whole.status, 0, whole.output);
    await follow("env/production");
    assert.deepEqual([repository.head("main"), repository.head("env/production")], before);
  });
}
