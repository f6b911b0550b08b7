import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { runVariables } from "../../../components/program/variables";
import { modelWith, variables, withEnv } from "../manifests/variables/model";

const { environments } = modelWith(withEnv({ A: variables.address, B: variables.host, C: variables.size }));
const kube = { kube: { context: "staging" } };
const values = { address: "192.0.2.10", host: "a.example.org", size: "010" };

function run(
  name: "staging" | "production",
  given: Readonly<Record<string, string>>,
  fromResources: readonly string[] = [],
): { readonly values: object; readonly awaited: object; readonly codes: readonly string[] } {
  const environment = environments[name];
  assert.ok(environment !== undefined);
  const { variables: found, issues } = runVariables(
    { environment: name, variables: given, ...kube },
    environment,
    fromResources,
  );
  return { ...found, codes: issues.map(({ code, resource = "" }) => `${code} ${resource.split(".")[1] ?? ""}`) };
}

describe("the values of an environment's variables", () => {
  it("come from the configuration", () => {
    assert.deepEqual(run("staging", values), { values, awaited: {}, codes: [] });
  });

  it("come from resources", () => {
    const { address, ...others } = values;
    assert.deepEqual(run("staging", { address }, Object.keys(others)), {
      values: { address },
      awaited: { host: "hostname", size: "number" },
      codes: [],
    });
  });

  it("are not needed where no variable is used", () => {
    assert.deepEqual(run("production", {}, ["host"]), { values: {}, awaited: {}, codes: [] });
  });

  const wrong: readonly (readonly [string, ReturnType<typeof run>["codes"], readonly string[]])[] = [
    ["missing", run("staging", { address: "192.0.2.10" }, ["host"]).codes, ["missing-variable size"]],
    ["malformed", run("staging", { ...values, address: "here" }).codes, ["malformed-variable address"]],
    ["given twice", run("staging", values, ["host"]).codes, ["conflicting-variable host"]],
    ["of no use", run("production", values).codes, Object.keys(values).map((name) => `unused-variable ${name}`)],
    ["of no variable", run("staging", { ...values, hots: "a" }).codes, ["unused-variable hots"]],
    ["of a resource for no variable", run("staging", values, ["hots"]).codes, ["unknown-variable hots"]],
  ];
  for (const [what, codes, wanted] of wrong) {
    it(`are reported when they are ${what}`, () => {
      assert.deepEqual(codes, wanted);
    });
  }
});
