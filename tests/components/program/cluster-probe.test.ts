import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { decryptionNotices } from "../../../components/program/cluster-probe";
import { FakeCluster } from "../cluster/fake-cluster";

/** A cluster with a decryption Secret of these entries, whose values say nothing. */
function clusterWith(entries: readonly string[]): FakeCluster {
  const data = Object.fromEntries(entries.map((entry) => [entry, Buffer.from("canary").toString("base64")]));
  return new FakeCluster([{ apiVersion: "v1", kind: "Secret", name: "sops-age", namespace: "flux-system", data }]);
}

describe("a decryption Secret that people keep", () => {
  for (const entries of [["age.agekey"], ["notes.txt", "identity.agekey"], ["sops.asc"]])
    it(`will do with ${entries.join(" and ")}`, async () => {
      assert.deepEqual(await decryptionNotices(clusterWith(entries), "sops-age"), []);
    });

  it("is missed before Flux fails for want of it", async () => {
    const [notice] = await decryptionNotices(new FakeCluster([]), "sops-age");
    assert.equal(notice?.severity, "warning");
    assert.match(
      notice.message,
      /^Secret flux-system\/sops-age does not exist in the cluster.*ends in \.agekey, or set ageId/,
    );
  });

  it("is seen to hold nothing that Flux reads, and no value is shown", async () => {
    const [notice] = await decryptionNotices(clusterWith(["keys.txt"]), "sops-age");
    assert.match(notice?.message ?? "", /reads none of its entries: keys\.txt\. Give it an age identity/);
    assert.doesNotMatch(notice?.message ?? "", /canary/);
  });
});
