import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { before, describe, it } from "mocha";
import { judge } from "../../components/validation/judge";
import { kustomizeForTests } from "../components/kustomize/tool";
import { buildCases } from "./build-cases";
import { fluxCases } from "./flux-cases";
import { secretCases } from "./secret-cases";
import { yamlCases } from "./yaml-cases";

const cases = [...yamlCases, ...buildCases, ...fluxCases, ...secretCases];

/** Kinds that no tree shows: what proves that they are ruled out, by file and title. */
const elsewhere: Readonly<Record<number, readonly (readonly [string, string])[]>> = {
  1: [["tests/components/manifests/yaml-kubernetes.test.ts", "as kubectl reads it"]],
  2: [["tests/components/manifests/yaml.test.ts", "a long line"]],
  3: [["tests/components/manifests/yaml.test.ts", "writes an object twice where it is used twice, never an alias"]],
  4: [["tests/components/manifests/yaml.test.ts", "a delete character"]],
  5: [["tests/components/manifests/variables/substitution.test.ts", "keep values text, whatever they look like"]],
  6: [["tests/components/manifests/yaml.test.ts", "keeps comments of a document that people edit"]],
  10: [["tests/components/preview/compare/immutable.test.ts", "spec.selector"]],
  16: [["tests/components/preview/cluster/removals.test.ts", "names namespaces, claims and definitions first"]],
  21: [["tests/components/cluster/guard/judge.test.ts", "refuses the cluster of another environment"]],
  22: [["tests/components/plan/plan.test.ts", "touches no file of people"]],
};

describe("faults that people reported", () => {
  let tool = "";
  before(async () => {
    tool = await kustomizeForTests();
  });

  for (const { number, title, files, rule } of cases) {
    it(`${number}: ${title} ${rule === undefined ? "is none" : `is stopped by ${rule}`}`, async () => {
      const issues = await judge({ tree: files, build: { tool }, environments: ["staging", "production"] });
      const codes = issues.map(({ code }) => code);
      if (rule === undefined) assert.deepEqual(issues, []);
      else assert.ok(codes.includes(rule), `found: ${codes.join(", ")}`);
    });
  }

  for (const [number, proofs] of Object.entries(elsewhere)) {
    it(`${number} is ruled out where ${proofs.map(([file]) => file).join(" and ")} says so`, () => {
      for (const [file, title] of proofs)
        assert.ok(readFileSync(join(resolve(__dirname, "../.."), file), "utf8").includes(title), `${file}: ${title}`);
    });
  }

  it("are all of those that a gate can know", () => {
    const known = new Set([...cases.map(({ number }) => number), ...Object.keys(elsewhere).map(Number)]);
    const all = Array.from({ length: 22 }, (_, index) => index + 1);
    assert.deepEqual(
      all.filter((number) => !known.has(number)),
      [],
    );
  });
});
