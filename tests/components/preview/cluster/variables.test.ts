import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { substituted, variablesOf } from "../../../../components/preview/cluster/variables";
import { kustomization, object } from "../objects";

const variables = variablesOf(
  kustomization("apps", {
    postBuild: {
      substitute: { replicas: "3", host: "www.example.com" },
      substituteFrom: [
        { kind: "ConfigMap", name: "vars" },
        { kind: "Secret", name: "other" },
      ],
    },
  }),
  [
    object("ConfigMap", "flux-system/vars", { data: { host: "overruled", zone: "a" } }),
    object("ConfigMap", "web/vars", { data: { zone: "b" } }),
  ],
);

describe("variables of a Kustomization", () => {
  const cases: readonly (readonly [unknown, unknown])[] = [
    ["${replicas}", 3],
    ["https://${host}/", "https://www.example.com/"],
    ["${zone}", "a"],
    ["${unknown}", "${unknown}"],
    ["${unknown:=fallback}", "fallback"],
    ["plain", "plain"],
    ["a$$b $${host}", "a$b ${host}"],
  ];
  for (const [written, expected] of cases) {
    it(`turns ${String(written)} into ${JSON.stringify(expected)}`, () => {
      const built = substituted(object("ConfigMap", "web/a", { data: { value: written, list: [written] } }), variables);
      assert.deepEqual(
        { ...built, metadata: undefined },
        { ...object("ConfigMap", "web/a", { data: { value: expected, list: [expected] } }), metadata: undefined },
      );
    });
  }

  it("leaves an object alone that asks for it", () => {
    const script = object("ConfigMap", "web/a", {
      annotations: { "kustomize.toolkit.fluxcd.io/substitute": "disabled" },
      data: { run: "${host}" },
    });
    assert.equal(substituted(script, variables), script);
  });
});
