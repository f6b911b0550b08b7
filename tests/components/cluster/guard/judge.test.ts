import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { judgeCluster } from "../../../../components/cluster/guard/judge";

const expected = { environment: "staging", path: "./clusters/staging", context: "kind-staging" };
const recorded = "aaaaaaaa-0000-0000-0000-000000000000";
const other = "bbbbbbbb-0000-0000-0000-000000000000";

describe("judging a cluster", () => {
  const accepted = [
    { name: "a new cluster", live: { uid: other }, before: undefined },
    { name: "the recorded cluster", live: { uid: recorded, rootPath: "./clusters/staging" }, before: recorded },
    {
      name: "a path that is spelled otherwise",
      live: { uid: recorded, rootPath: "clusters/staging/" },
      before: recorded,
    },
  ];
  for (const { name, live, before } of accepted) {
    it(`accepts ${name}`, () => {
      assert.equal(judgeCluster(expected, live, before), undefined);
    });
  }

  it("names both UIDs of a cluster that was exchanged, and what to do", () => {
    const problem = judgeCluster(expected, { uid: other }, recorded) ?? "";
    assert.match(problem, new RegExp(`UID ${other} .*recorded is ${recorded}`.replace(" .*", ".*")));
    assert.match(problem, new RegExp(`pulumi config set acceptCluster ${other}.*pulumi up --refresh`));
  });

  it("refuses the cluster of another environment", () => {
    const problem = judgeCluster(expected, { uid: other, rootPath: "./clusters/production" }, undefined) ?? "";
    assert.match(problem, /follows \.\/clusters\/production, not \.\/clusters\/staging/);
    assert.match(problem, new RegExp(`acceptCluster ${other}`));
  });

  it("takes what was accepted by its UID, whatever else it is", () => {
    const allowed = { ...expected, acceptCluster: other };
    assert.equal(judgeCluster(allowed, { uid: other, rootPath: "./clusters/production" }, recorded), undefined);
    assert.notEqual(judgeCluster(allowed, { uid: "cccccccc-0000-0000-0000-000000000000" }, recorded), undefined);
  });
});
