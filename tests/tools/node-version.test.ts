import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { nodeIssues } from "../../tools/node-version";

describe("the Node.js of a run", () => {
  for (const [version, fits] of [
    ["20.20.2", false],
    ["22.0.0", true],
    ["100.1.0", true],
  ] as const) {
    it(`${version} ${fits ? "will do" : "is too old, and one that is not is named"}`, () => {
      const issues = nodeIssues(version);
      assert.equal(issues.length, fits ? 0 : 1);
      if (!fits) assert.match(issues[0]?.message ?? "", /under Node\.js 20\.20\.2.*node_modules\/\.bin/);
    });
  }
});
