import assert from "node:assert/strict";
import { substitutedText } from "../../../../components/model/flux/envsubst/evaluate";
import { parseSubstitution } from "../../../../components/model/flux/envsubst/parse";

const values: Readonly<Record<string, string>> = { x: "val", e: "", n2: "010", u: "grün", p: "a/b/c.tar.gz" };

/** Text → what fluxcd/pkg/envsubst v1.7.1 made of it with those values and no others; undefined where it refused. */
const table: readonly (readonly [string, string | undefined])[] = [
  ["plain", "plain"],
  ["$x", "$x"],
  ["$(x)", "$(x)"],
  ["${x}", "val"],
  ["$${x}", "${x}"],
  ["$$${x}", "$val"],
  ["$$$${x}", "$${x}"],
  ["a$$b", "a$b"],
  ["a$$$b", "a$$b"],
  ["${e:-d}", "d"],
  ["${e:=d}", "d"],
  ["${n=d}", "d"],
  ["${n:-d}", "d"],
  ["${n:=}", ""],
  ["${n:=a${x}b}", "avalb"],
  ["${n:=a$$b}", "a$$b"],
  ["${x:+alt}", "val"],
  ["${e:+alt}", "alt"],
  ["${x:?err}", "val"],
  ["${x^^}", "VAL"],
  ["${x^}", "Val"],
  ["${x,,}", "val"],
  ["${#x}", "3"],
  ["${#u}", "5"],
  ["${x:1}", "al"],
  ["${x:0:2}", "va"],
  ["${x:-1}", "val"],
  ["${p:-2}", "a/b/c.tar.gz"],
  ["${p: -2}", "a/b/c.tar.gz"],
  ["${x:1:-1}", "a"],
  ["${x:a}", "val"],
  ["${p:2:3}", "b/c"],
  ["${p:20}", ""],
  ["${u:1}", "rün"],
  ["${x/a/b}", "vbl"],
  ["${p//\\//-}", "a-b-c.tar.gz"],
  ["${p/#a/z}", "z/b/c.tar.gz"],
  ["${p/%gz/z}", "a/b/c.tar.z"],
  ["${p/b/}", "a//c.tar.gz"],
  ["${p/b}", undefined],
  ["${x#v}", "al"],
  ["${p#*/}", "b/c.tar.gz"],
  ["${p##*/}", "c.tar.gz"],
  ["${p%.*}", "a/b/c.tar"],
  ["${p%%.*}", "a/b/c"],
  ["${x%l}", "va"],
  ["${p#?/}", "b/c.tar.gz"],
  ["${p##[a-b]/}", "b/c.tar.gz"],
  ["${ x }", undefined],
  ["${x", undefined],
  ["${a.b}", undefined],
  ["${x-y}", undefined],
  ["${n-d}", undefined],
  ["${x?err}", undefined],
  ["${}", undefined],
  ["${x^^^}", undefined],
  ["${x:}", undefined],
  ["${#}", undefined],
  ['${x:="a"}', "val"],
  ["a$$ ${x}", "a$ val"],
  ["${x}${e}${n2}", "val010"],
  ["${x/${x}/y}", "y"],
  ["${x:=${n:=deep}}", "val"],
  ["${n:=${n3:=deep}}", "deep"],
  ["{${x}}", "{val}"],
  ["${x}}", "val}"],
  ["${n:=a}b}", "ab}"],
  ["${x:0", undefined],
  ["${x#}", undefined],
  ["${p///-}", undefined],
  ["echo $$\nkill -9 $$\n", "echo $\nkill -9 $\n"],
  ["${n:=a\nb}", "a\nb"],
];

describe("substitution of variables, as Flux has it", () => {
  for (const [text, result] of table) {
    it(`${result === undefined ? "refuses" : "reads"} ${JSON.stringify(text)}`, () => {
      const { parts, fault } = parseSubstitution(text);
      assert.equal(fault === undefined ? substitutedText(parts, (name) => values[name] ?? "") : undefined, result);
    });
  }

  it("leaves a variable without a known value as it is written, and takes its default", () => {
    const { parts } = parseSubstitution("a ${n} ${n^^} ${n:=${m:-d}} $${n}");
    assert.equal(
      substitutedText(parts, () => undefined),
      "a ${n} ${n^^} d ${n}",
    );
  });

  it("says what it cannot read, and what it read before", () => {
    assert.deepEqual(parseSubstitution("${x} ${y-z} ${x}"), {
      parts: [
        { kind: "reference", name: "x", operator: "", operands: [], written: "${x}" },
        { kind: "text", text: " " },
      ],
      fault: { written: "${y-z}", reason: "its closing brace is missing" },
    });
  });
});
