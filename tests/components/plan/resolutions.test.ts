import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { planCommit } from "../../../components/plan/plan";
import { planInput } from "./input";

describe("a conflict that the configuration resolves", () => {
  const edits = new Map([["a", { author: "Ann <ann@example.org>", commit: "e".repeat(40) }]]);
  const edited = { want: { a: "2" }, has: { a: "9" }, wrote: { a: "1" }, edits };

  it("for us: says whose edit is replaced", () => {
    const { warnings, conflicts } = planCommit(planInput({ ...edited, resolutions: { a: "ours" } }));
    assert.deepEqual(conflicts, []);
    assert.match(warnings.join("\n"), /^a: what Ann <ann@example\.org> in commit e{12} left there is replaced/);
  });

  it("for them: says that their file stays", () => {
    const { warnings } = planCommit(planInput({ ...edited, resolutions: { a: "theirs" } }));
    assert.match(warnings.join("\n"), /^a stays as the branch has it/);
  });

  it("says nothing once there is nothing to resolve", () => {
    const settled = planInput({ ...edited, has: { a: "2" }, resolutions: { a: "ours" } });
    assert.deepEqual(planCommit(settled).warnings, []);
  });
});
