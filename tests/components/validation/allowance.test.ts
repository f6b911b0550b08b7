import assert from "node:assert/strict";
import { applyAllowances } from "../../../components/validation/allowance";

const issue = {
  code: "missing-config",
  path: "apps/base/web/deployment.yaml",
  resource: "Deployment web/web",
  message: "…",
  environments: ["staging"],
};
const allowance = { rule: "missing-config", object: "Deployment web/web", reason: "an operator makes it" };

describe("applyAllowances", () => {
  it("takes out the issue of that rule and object", () => {
    assert.deepEqual(applyAllowances([issue], [allowance]), []);
  });
  it("takes out an issue by its path", () => {
    assert.deepEqual(applyAllowances([issue], [{ ...allowance, object: issue.path }]), []);
  });
  it("leaves the issue of another rule or object, and reports the allowance that nothing needs", () => {
    for (const other of [
      { ...allowance, rule: "missing-key" },
      { ...allowance, object: "Deployment web/other" },
    ]) {
      const codes = applyAllowances([issue], [other]).map(({ code }) => code);
      assert.deepEqual(codes, ["missing-config", "unused-allowance"]);
    }
  });
  it("allows nothing without a reason", () => {
    const codes = applyAllowances([issue], [{ ...allowance, reason: " " }]).map(({ code }) => code);
    assert.deepEqual(codes, ["missing-config", "allowance-without-reason"]);
  });
});
