import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { rawFromEngine, unencryptedSecrets } from "../../../stacks/config";

describe("credentials of a run", () => {
  it("are named where they stand in the stack file in clear, and never shown", () => {
    const raw = rawFromEngine({
      "flux-monorepo:gitToken": "canary",
      "flux-monorepo:ageIdentity": "canary",
      "flux-monorepo:secrets": "canary",
      "flux-monorepo:context": "staging",
    });
    const open = unencryptedSecrets("staging", raw, ["flux-monorepo:ageIdentity"]);
    assert.deepEqual(
      open.map(({ path, resource }) => [path, resource]),
      [
        ["Pulumi.staging.yaml", "flux-monorepo:gitToken"],
        ["Pulumi.staging.yaml", "flux-monorepo:secrets"],
      ],
    );
    assert.match(open[0]?.message ?? "", /stored in clear.*revoke/);
    assert.doesNotMatch(JSON.stringify(open), /canary/);
  });
});
