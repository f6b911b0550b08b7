import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { plantSecret, readSecret, removeSecret } from "../../../../components/cluster/bootstrap/planted-secret";
import { provider } from "../../../../components/cluster/bootstrap/secret-provider";
import { FakeCluster } from "../fake-cluster";

const entries = { username: "git", password: "grün\n" };

describe("a planted Secret", () => {
  it("is read as it was written, and gone when it is taken away", async () => {
    const cluster = new FakeCluster([]);
    assert.equal(await readSecret(cluster, "flux-system"), undefined);
    await plantSecret(cluster, "flux-system", entries);
    assert.equal(cluster.find("Secret", "flux-system", "flux-system")?.data?.["username"], "Z2l0");
    assert.deepEqual(await readSecret(cluster, "flux-system"), entries);
    await removeSecret(cluster, "flux-system");
    assert.equal(await readSecret(cluster, "flux-system"), undefined);
  });

  const inputs = { access: { context: "staging" }, uid: "uid", name: "flux-system", entries };
  const changes: readonly (readonly [object, boolean, readonly string[]])[] = [
    [{}, false, []],
    [{ entries: { username: "git" } }, true, []],
    [{ uid: "another" }, true, []],
    [{ name: "another" }, true, ["name"]],
  ];
  for (const [change, changed, replaces] of changes) {
    it(`is ${changed ? "written anew" : "left alone"} at ${JSON.stringify(change)}`, async () => {
      const diff = await provider.diff("flux-system", inputs, { ...inputs, ...change });
      assert.deepEqual([diff.changes, diff.replaces], [changed, replaces]);
    });
  }
});
