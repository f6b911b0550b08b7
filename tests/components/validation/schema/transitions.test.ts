import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { schemaFilled } from "../../../../components/preview/compare/defaults/schema";
import { type Evaluate, loadExpressions } from "../../../../components/validation/schema/cel/expressions";
import { hasTransitions, transitionFaults } from "../../../../components/validation/schema/cel/transitions";
import { specSchema, transitionCases } from "./transition-cases";

const schema = { type: "object", properties: { spec: specSchema } };

describe("rules about changes", () => {
  let evaluate: Evaluate;
  before(async () => {
    evaluate = await loadExpressions();
  });

  for (const [name, { before: old, after, refused }] of Object.entries(transitionCases))
    it(name, () => {
      const versions = [old, after].map((spec) => schemaFilled({ spec }, schema));
      const found = transitionFaults(schema, [versions[0], versions[1]], evaluate);
      assert.deepEqual(
        found.map(({ field, problem }) => `${field}: ${problem.replace(/^breaks a rule: /, "")}`).sort(),
        refused,
      );
    });

  it("are not there where no rule names the value before", () => {
    assert.equal(hasTransitions(schema), true);
    assert.equal(hasTransitions({ type: "object", "x-kubernetes-validations": [{ rule: "self.a == 1" }] }), false);
  });

  it("see no entry of a list again that is no map: the API server takes no definition that would ask for it", () => {
    const items = {
      type: "object",
      properties: { a: { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf" }] } },
    };
    for (const type of ["atomic", "set"])
      assert.deepEqual(
        transitionFaults(
          { type: "array", "x-kubernetes-list-type": type, items },
          [[{ a: "1" }], [{ a: "2" }]],
          evaluate,
        ),
        [],
      );
  });

  it("are left to the API server where they cannot be evaluated, and where a variable stands", () => {
    const odd = { type: "object", "x-kubernetes-validations": [{ rule: "unknown(self) == oldSelf" }] };
    assert.deepEqual(transitionFaults(odd, [{ a: "1" }, { a: "2" }], evaluate), []);
    const spec = (fixed: string): object => ({ spec: { fixed } });
    assert.deepEqual(transitionFaults(schema, [spec("${a}"), spec("b")], evaluate), []);
  });
});
