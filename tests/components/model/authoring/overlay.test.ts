import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { overlay, sealedSecret, secretKey, service } from "../../../../components/model/authoring";
import type { App } from "../../../../components/model/app";
import type { Overlay } from "../../../../components/model/overlay";
import { web } from "../../../types/fixture";

/** The overlay function as JavaScript sees it. */
const untyped = overlay as (app: App, options: object) => Overlay;

function containers(...list: readonly object[]): object {
  return { patches: { deployment: { spec: { template: { spec: { containers: list } } } } } };
}

function codes(options: object): readonly string[] {
  return (untyped(web, options).faults ?? []).map(({ code, resource }) => `${code} ${resource}`);
}

describe("overlay", () => {
  it("of nothing changes nothing", () => {
    const empty = { patches: {}, jsonPatches: {}, images: {}, replicas: {}, add: {} };
    assert.deepEqual(overlay(web, {}), { app: web, ...empty });
  });

  it("keeps patches as written, without what is undefined", () => {
    const patch = { spec: { replicas: 3, paused: undefined, template: null } };
    assert.deepEqual(untyped(web, { patches: { deployment: patch, service: undefined } }).patches, {
      deployment: { spec: { replicas: 3, template: null } },
    });
  });

  it("takes the mark of a new container out", () => {
    const written = containers({ $new: true, name: "side", image: "s:1" }, { name: "log", $patch: "delete" });
    const { patches, faults } = untyped(web, written);
    assert.equal(faults, undefined);
    const list = [
      { name: "side", image: "s:1" },
      { name: "log", $patch: "delete" },
    ];
    assert.deepEqual(patches, { deployment: { spec: { template: { spec: { containers: list } } } } });
  });

  it("names a sealed secret for its key, or as told", () => {
    const one = sealedSecret({ A: secretKey("a") });
    const two = sealedSecret({ A: secretKey("a") }, { name: "other", type: "Opaque" });
    const { add } = overlay(web, { add: { one, two, svc: service({ metadata: { name: "x" }, spec: {} }) } });
    assert.deepEqual(add["one"], { sealed: true, name: "one", stringData: { A: { secretKey: "a" } } });
    assert.deepEqual(add["two"], {
      sealed: true,
      name: "other",
      type: "Opaque",
      stringData: { A: { secretKey: "a" } },
    });
  });

  const faulty: readonly (readonly [string, object, readonly string[]])[] = [
    ["an unknown option", { namespace: "web", patchs: {} }, ["unknown-option patchs"]],
    ["nothing of an added object that is undefined", { add: { extra: undefined } }, []],
    ["a patch of an unknown resource", { patches: { deploymet: {} } }, ["unknown-resource patches.deploymet"]],
    ["a JSON patch of an unknown resource", { jsonPatches: { x: [] } }, ["unknown-resource jsonPatches.x"]],
    [
      "a JSON pointer without a slash",
      { jsonPatches: { service: [{ op: "remove", path: "a" }] } },
      ["malformed-pointer jsonPatches.service[0]"],
    ],
    [
      "an unknown operation",
      { jsonPatches: { service: [{ op: "put", path: "/a", value: 1 }] } },
      ["unknown-operation jsonPatches.service[0]"],
    ],
    [
      "an operation without its value",
      { jsonPatches: { service: [{ op: "add", path: "/a" }] } },
      ["missing-value jsonPatches.service[0]"],
    ],
    [
      "a move from nowhere",
      { jsonPatches: { service: [{ op: "move", path: "/a" }] } },
      ["malformed-pointer jsonPatches.service[0]"],
    ],
    [
      "a bad escape in a JSON pointer",
      { jsonPatches: { service: [{ op: "remove", path: "/a~b" }] } },
      ["malformed-pointer jsonPatches.service[0]"],
    ],
    [
      "no fault of a value that is null",
      { jsonPatches: { service: [{ op: "add", path: "/a~1b/-", value: null }] } },
      [],
    ],
    [
      "a malformed image name",
      { images: { web: { name: "ghcr.io/x y", tag: "1" } } },
      ["malformed-image images.web.name"],
    ],
    [
      "no fault of a registry with a port",
      { images: { web: { name: "localhost:5000/org/web__a-b.c", tag: "1" } } },
      [],
    ],
    ["no fault of a variable in an image's name", { images: { web: { name: "${registry}/web", tag: "1" } } }, []],
    [
      "an unknown container",
      containers({ name: "wbe" }),
      ["unknown-container deployment.spec.template.spec.containers[wbe]"],
    ],
    [
      "a new container that exists",
      containers({ $new: true, name: "web" }),
      ["known-container deployment.spec.template.spec.containers[web]"],
    ],
    ["no fault where the list is replaced", containers({ $patch: "replace" }, { name: "any", image: "a:1" }), []],
    [
      "an unknown directive",
      containers({ name: "web", $patch: "remove" }),
      ["unknown-directive deployment.spec.template.spec.containers[web]"],
    ],
    ["an image of an unknown container", { images: { wbe: { tag: "1" } } }, ["unknown-container images.wbe"]],
    ["a malformed tag", { images: { web: { tag: "a b" } } }, ["malformed-image images.web.tag"]],
    ["a malformed digest", { images: { web: { digest: "sha256:1" } } }, ["malformed-image images.web.digest"]],
    ["replicas of a Service", { replicas: { service: 2 } }, ["unknown-resource replicas.service"]],
    ["a part of a replica", { replicas: { deployment: 1.5 } }, ["malformed-replicas replicas.deployment"]],
    ["a negative number of replicas", { replicas: { deployment: -1 } }, ["malformed-replicas replicas.deployment"]],
    ["a malformed namespace", { namespace: "My_Web" }, ["malformed-name namespace"]],
    ["a reserved file name", { add: { kustomization: web.resources.service } }, ["malformed-name add.kustomization"]],
    [
      "two keys of one file",
      { add: { aB: web.resources.service, "a-b": web.resources.service } },
      ["duplicate-file add.a-b"],
    ],
    ["a secret without entries", { add: { empty: sealedSecret({}) } }, ["malformed-secret add.empty"]],
    [
      "a secret's malformed name",
      { add: { Token: sealedSecret({ A: secretKey("a") }) } },
      ["malformed-secret add.Token"],
    ],
  ];
  for (const [name, options, expected] of faulty) {
    it(`reports ${name}`, () => {
      assert.deepEqual(codes(options), expected);
    });
  }

  it("reports everything at once", () => {
    const all = codes({ namespace: "A", replicas: { deployment: -1 }, patches: { x: {} }, ...{ images: { y: {} } } });
    assert.equal(all.length, 4);
  });
});
