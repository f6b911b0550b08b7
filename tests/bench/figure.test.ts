import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { atLeast, atMost, formatFigures } from "../../bench/measure/figure";
import { median } from "../../bench/measure/in-turn";

describe("the benches' figures", () => {
  it("stand beside their targets", () => {
    const figures = [
      atMost("render", 0.4321, { limit: 1.5, unit: "×", from: "1 s to 2 s" }),
      atLeast("diff", 123.4, { limit: 200, unit: "×", from: "3 s to 4 s" }),
    ];
    assert.equal(
      formatFigures(figures),
      [
        "        measured  target                 from",
        "render  0.432×    at most 1.5×   met     1 s to 2 s",
        "diff    123×      at least 200×  missed  3 s to 4 s",
      ].join("\n"),
    );
  });

  it("are medians", () => {
    assert.deepEqual([median([3, 1, 2]), median([4, 1, 2, 3]), median([5])], [2, 2, 5]);
  });
});
