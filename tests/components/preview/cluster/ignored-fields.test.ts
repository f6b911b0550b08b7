import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ignoredFields, withoutFields } from "../../../../components/preview/cluster/ignored-fields";
import { fitsSelector } from "../../../../components/preview/cluster/label-selector";
import { layer, object } from "../objects";

describe("fields that a Kustomization ignores", () => {
  const deployment = object("Deployment", "web/web", {
    labels: { tier: "front" },
    annotations: { keep: "yes" },
  });
  const targets: readonly (readonly [object | undefined, boolean])[] = [
    [undefined, true],
    [{}, true],
    [{ kind: "Deployment" }, true],
    [{ kind: "Deploy" }, false],
    [{ kind: "Deploy.*", name: "w.b", namespace: "web" }, true],
    [{ group: "apps", version: "v1" }, true],
    [{ group: "batch" }, false],
    [{ namespace: "other" }, false],
    [{ labelSelector: "tier in (front, back),!canary" }, true],
    [{ labelSelector: "tier=back" }, false],
    [{ labelSelector: "kustomize.toolkit.fluxcd.io/name=apps" }, true],
    [{ annotationSelector: "keep" }, true],
  ];
  for (const [target, expected] of targets)
    it(`${JSON.stringify(target)}: ${expected}`, () => {
      const rule = { paths: ["/spec/replicas"], ...(target === undefined ? {} : { target }) };
      const found = ignoredFields(layer("apps", [deployment], { ignore: [rule] }), deployment);
      assert.deepEqual(found, expected ? ["/spec/replicas"] : []);
    });

  it("are taken out by JSON pointers", () => {
    const value = {
      spec: { replicas: 3, list: [{ a: 1, b: 2 }, { a: 3 }] },
      metadata: { annotations: { "x/y": "1", z: "2" } },
    };
    const cases: readonly (readonly [string, unknown])[] = [
      ["/spec/replicas", { ...value, spec: { list: value.spec.list } }],
      ["/spec/list/0/b", { ...value, spec: { replicas: 3, list: [{ a: 1 }, { a: 3 }] } }],
      ["/spec/list/-1", { ...value, spec: { replicas: 3, list: [{ a: 1, b: 2 }] } }],
      ["/metadata/annotations/x~1y", { ...value, metadata: { annotations: { z: "2" } } }],
      ["/spec/list/7", value],
      ["/nowhere/at/all", value],
      ["", value],
    ];
    for (const [pointer, expected] of cases) assert.deepEqual(withoutFields(value, [pointer]), expected, pointer);
  });
});

describe("fitsSelector", () => {
  const labels = { a: "1", b: "x" };
  const cases: Readonly<Record<string, boolean>> = {
    "": true,
    "a=1": true,
    "a==1,b=x": true,
    "a!=1": false,
    "c!=1": true,
    "b in (x,y)": true,
    "b notin (x, y)": false,
    "c notin (x)": true,
    "c in (x)": false,
    "!c": true,
    "!a": false,
    c: false,
    "a>0": true,
    "a<1": false,
    "a in": false,
  };
  for (const [selector, expected] of Object.entries(cases))
    it(`${JSON.stringify(selector)}: ${expected}`, () => {
      assert.equal(fitsSelector(selector, labels), expected);
    });
});
