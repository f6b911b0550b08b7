import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { valueFault } from "../../../../components/model/flux/variable-values";
import { variableTypes, type VariableType } from "../../../../components/model/flux/variables";

const values: Readonly<Record<VariableType, readonly [fitting: readonly string[], others: readonly string[]]>> = {
  text: [
    ["a", "007", "a-b_c.d", "user@example.org", "1.10", "AbC+/=", "arn:aws:iam::1:role/x", "true"],
    [
      "",
      " a",
      "a b",
      "a: b",
      "a:",
      "#a",
      '"a"',
      "a'b",
      "a\\b",
      "*a",
      "- a",
      "a\nb",
      "${a}",
      "{a}",
      "[a]",
      "&a",
      "!a",
      "%a",
      "-a",
    ],
  ],
  number: [
    ["0", "-1", "004", "1.10"],
    ["1e3", "0x1f", "", "a", "1 "],
  ],
  boolean: [
    ["true", "false"],
    ["yes", "True", "1", ""],
  ],
  ip: [
    ["192.0.2.10", "2001:db8::10"],
    ["192.0.2.300", "::1", "2001:db8::", "fe80::1%eth0", "host"],
  ],
  hostname: [
    ["www.example.org", "a", "a-1.b"],
    ["Example.org", "-a", "a_b", "a..b", "a".repeat(260)],
  ],
  url: [
    ["https://example.org", "oci://ghcr.io/a/b?c=d&e=f"],
    ["example.org", "https://", "https://a b", "https://a/#b"],
  ],
};

describe("values of cluster variables", () => {
  for (const type of variableTypes) {
    const [fitting, others] = values[type];
    for (const value of fitting)
      it(`${JSON.stringify(value)} is a value of a ${type}`, () => {
        assert.equal(valueFault("a", type, value), undefined);
      });
    for (const value of others)
      it(`${JSON.stringify(value)} is none of a ${type}`, () => {
        assert.match(valueFault("a", type, value)?.message ?? "", /is no value of a, which is declared as/);
      });
  }
});
