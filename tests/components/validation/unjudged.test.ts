import assert from "node:assert/strict";
import { judge, judgement } from "../../../components/validation/judge";
import { kustomizeForTests } from "../kustomize/tool";
import { changed, edited } from "./sound-tree";

describe("what cannot be judged", () => {
  let tool = "";
  before(async () => {
    tool = await kustomizeForTests();
  });

  it("says what no rule looked at, where the file that has Flux apply it cannot be read", async () => {
    const path = "clusters/staging/apps.yaml";
    const judged = await judgement({ tree: changed({ [path]: "a: [\n" }), build: { tool } });
    assert.deepEqual(
      judged.issues.map((issue) => [issue.code, issue.path]),
      [["build-failed", path]],
    );
    assert.match(judged.unchecked?.join() ?? "", /^what apps\/staging would apply, by any rule/);
    const other = await judgement({
      tree: edited("apps/staging/web/kustomization.yaml", "resources:", "resource:"),
      build: { tool },
    });
    assert.equal(other.unchecked, undefined);
  });

  it("hides nothing behind a field that kustomize does not know and that brings nothing of that name", async () => {
    const file = "apps/base/web/kustomization.yaml";
    for (const field of ["zzzzzzzz: 1", "zzzzzzzz: [none.yaml]"]) {
      const tree = edited("apps/base/web/deployment.yaml", "claimName: web", "claimName: data");
      const issues = await judge({ tree: tree.set(file, `${tree.get(file) ?? ""}\n${field}\n`), build: { tool } });
      const codes = issues.map(({ code }) => code);
      assert.deepEqual([...codes].sort(), ["build-failed", "missing-claim"], field);
    }
  });

  it("tells a kind that Kubernetes does not have, and nothing of the pods that it would have", async () => {
    const issues = await judge({
      tree: edited("apps/base/web/deployment.yaml", "kind: Deployment", "kind: Deploymnt"),
      build: { tool },
    });
    const codes = issues.map(({ code }) => code);
    assert.ok(codes.includes("removed-api"), codes.join());
    assert.ok(!codes.includes("selector-mismatch"), codes.join());
  });
});
