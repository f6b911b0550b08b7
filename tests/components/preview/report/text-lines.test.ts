import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { changedLines } from "../../../../components/preview/report/text-lines";

describe("changedLines", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["a\nb\nc", "a\nb\nc", []],
    ["a\nb\nc", "a\nx\nc", ["- b", "+ x"]],
    ["a\nc", "a\nb\nc", ["+ b"]],
    ["a\na\nb", "a\nb", ["- a"]],
    ["x\na\ny\nb\nz", "a\nb", ["- x", "- y", "- z"]],
  ];
  for (const [before, after, expected] of cases) {
    it(`${JSON.stringify(before)} → ${JSON.stringify(after)}`, () => {
      assert.deepEqual(changedLines(before, after), expected);
    });
  }

  it("accounts for every line that one of both has more often", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "")).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = changedLines(before, after);
        const count = (list: readonly string[], line: string): number => list.filter((own) => own === line).length;
        for (const line of ["a", "b", "c", ""]) {
          const came = count(lines, `+ ${line}`) - count(lines, `- ${line}`);
          assert.equal(came, count(after.split("\n"), line) - count(before.split("\n"), line));
        }
      }),
    );
  });
});
