import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { EnvironmentChanges } from "../../../../components/preview/changes";
import type { AppliedLayer } from "../../../../components/preview/cluster/applied";
import { environmentChanges } from "../../../../components/preview/cluster/environment-changes";
import { loadExpressions } from "../../../../components/validation/schema/cel/expressions";
import { cluster, layer, object } from "../objects";

type Cluster = readonly AppliedLayer[];

function changes(before: Cluster, after: Cluster): EnvironmentChanges {
  return environmentChanges({
    environment: "staging",
    reach: { kind: "update" },
    before,
    after,
    isAllowed: () => false,
  });
}

describe("what Flux applies", () => {
  const one = (annotations: object = {}, spec: object = {}) => ({ annotations, spec });
  const selector = (value: string, annotations: object = {}): Cluster[number]["objects"] =>
    layer("apps", [object("Deployment", "web/web", one(annotations, { selector: value }))]).objects;
  const pair = (annotations: object, spec: object = {}): EnvironmentChanges =>
    changes(
      cluster({ ...layer("apps", [], { ...spec }), objects: selector("1", annotations) }),
      cluster({ ...layer("apps", [], { ...spec }), objects: selector("2", annotations) }),
    );

  it("names what the API server refuses", () => {
    const [{ effect } = { effect: undefined }] = pair({}).changed;
    assert.deepEqual(effect, { kind: "refused", fields: ["spec.selector"] });
    assert.deepEqual(pair({}).pruned, []);
  });

  it("counts what force replaces among the deletions, unless the object itself asks for it", () => {
    const forced = pair({}, { force: true });
    assert.deepEqual(
      forced.pruned.map(({ name, cause }) => [name, cause.kind]),
      [["Deployment web/web", "forced"]],
    );
    const asked = pair({ "kustomize.toolkit.fluxcd.io/force": "enabled" });
    assert.deepEqual(asked.pruned, []);
    assert.equal(asked.changed[0]?.effect.kind, "replaced");
  });

  it("names a change that an annotation keeps out", () => {
    for (const [key, value] of [
      ["ssa", "IfNotPresent"],
      ["ssa", "Ignore"],
      ["reconcile", "disabled"],
    ] as const) {
      const [found] = pair({ [`kustomize.toolkit.fluxcd.io/${key}`]: value }).changed;
      assert.equal(found?.effect.kind, "ignored", value);
    }
  });

  it("names a change of nothing but what its Kustomization ignores, and leaves that out of any other", () => {
    const web = (replicas: number, paused = false): Cluster =>
      cluster(
        layer("apps", [object("Deployment", "web/web", { spec: { replicas, paused } })], {
          ignore: [{ paths: ["/spec/replicas"], target: { kind: "Deployment" } }],
        }),
      );
    const [ignored] = changes(web(1), web(2)).changed;
    const because = "spec.ignore of Kustomization apps names /spec/replicas";
    assert.deepEqual(ignored?.effect, { kind: "ignored", because });
    const [other] = changes(web(1), web(2, true)).changed;
    assert.deepEqual(other?.effect, { kind: "applied" });
    assert.deepEqual(
      other.fields.map(({ path }) => path),
      ["spec.paused"],
    );
  });

  it("names what a definition's own rules refuse of a change, and that force replaces it", async () => {
    const evaluate = await loadExpressions();
    const fixed = {
      type: "integer",
      "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "size is fixed" }],
    };
    const properties = { spec: { type: "object", properties: { size: fixed, note: { type: "string" } } } };
    const version = { name: "v1", schema: { openAPIV3Schema: { type: "object", properties } } };
    const definition = object("CustomResourceDefinition", "widgets.example.org", {
      spec: { group: "example.org", names: { kind: "Widget" }, versions: [version] },
    });
    const widget = (spec: object, layerSpec = {}): Cluster =>
      cluster(layer("apps", [definition, object("Widget", "web/w", { spec })], layerSpec));
    const effectOf = (before: Cluster, after: Cluster): unknown =>
      environmentChanges({
        environment: "staging",
        reach: { kind: "update" },
        before,
        after,
        isAllowed: () => false,
        evaluate,
      }).changed[0]?.effect;
    const fields = ["spec.size (breaks a rule: size is fixed)"];
    assert.deepEqual(effectOf(widget({ size: 1 }), widget({ size: 2 })), { kind: "refused", fields });
    assert.deepEqual(effectOf(widget({ size: 1 }), widget({ size: 1, note: "a" })), { kind: "applied" });
    assert.deepEqual(effectOf(widget({ size: 1 }, { force: true }), widget({ size: 2 }, { force: true })), {
      kind: "replaced",
      fields,
      byItself: false,
    });
  });

  it("hides what a Secret holds", () => {
    const secret = (value: string): Cluster =>
      cluster(layer("apps", [object("Secret", "web/token", { stringData: { token: value } })]));
    const found = changes(secret("canary-one"), secret("canary-two"));
    assert.deepEqual(
      found.changed.map(({ fields }) => fields),
      [[{ path: "contents", kind: "hidden" }]],
    );
    assert.equal(JSON.stringify(found).includes("canary"), false);
    assert.deepEqual(changes(secret("canary-one"), secret("canary-one")).changed, []);
  });
});
