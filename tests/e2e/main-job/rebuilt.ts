import assert from "node:assert/strict";
import { it } from "mocha";
import { startPlatform, stopPlatform } from "../../../local/platform";
import { applied, clusterOf, replicas } from "./cluster";
import type { Sides } from "./sides";

/** The last thing that happens to staging: its cluster is lost, and another takes its place under the same context. */
export function rebuiltClusterTests(the: () => Sides): void {
  it("a cluster in the place of a lost one is refused until it is accepted, and then gets everything, without a commit", async () => {
    const { checkout, repository, stack } = the();
    const head = repository.head("main");
    await stopPlatform("staging", checkout.root);
    await startPlatform("staging", checkout.root);
    const staging = await clusterOf(checkout, "staging");

    const refused = await stack.staging("up", "--yes", "--skip-preview");
    assert.notEqual(refused.status, 0, refused.output);
    const [, uid = ""] = /`pulumi config set acceptCluster ([0-9a-f-]+)`/.exec(refused.output) ?? [];
    assert.notEqual(uid, "", refused.output);
    const namespaces = await staging.list("v1", "Namespace");
    assert.equal(
      namespaces.some(({ metadata }) => metadata.name === "flux-system"),
      false,
    );

    const set = await stack.staging("config", "set", "acceptCluster", uid);
    assert.equal(set.status, 0, set.output);
    const accepted = await stack.staging("up", "--refresh", "--yes", "--skip-preview");
    assert.equal(accepted.status, 0, accepted.output);
    assert.ok(Object.keys(await applied(staging)).length >= 6);
    assert.notEqual(await replicas(staging, "homepage/homepage"), "absent");
    assert.equal(repository.head("main"), head);
    const again = await stack.staging("preview", "--expect-no-changes");
    assert.equal(again.status, 0, again.output);
  });
}
