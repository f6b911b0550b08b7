import assert from "node:assert/strict";
import { jsonPatch } from "../../../components/import/compare/json-patch";
import { mergePatch } from "../../../components/import/compare/merge-patch";
import { inWrittenOrder } from "../../../components/import/compare/written-order";
import { folderFinder } from "../../../components/import/read/artifacts";
import type { KubernetesObject } from "../../../components/model/object";

const pod = (containers: readonly object[], spec: object = {}): KubernetesObject => {
  const object = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" } };
  return { ...object, spec: { ...spec, template: { spec: { containers } } } } as KubernetesObject;
};
const inPod = (containers: readonly object[]): object => ({ spec: { template: { spec: { containers } } } });

describe("mergePatch", () => {
  it("says nothing where nothing differs", () => {
    assert.deepEqual(mergePatch(pod([{ name: "web" }]), pod([{ name: "web" }])), {});
  });
  it("merges lists by their key, adds, changes and deletes entries", () => {
    const before = pod([
      {
        name: "web",
        env: [
          { name: "A", value: "1" },
          { name: "B", value: "2" },
        ],
      },
    ]);
    const after = pod([
      { name: "web", env: [{ name: "A", value: "3" }] },
      { name: "sidecar", image: "side:1" },
    ]);
    const env = [
      { name: "A", value: "3" },
      { name: "B", $patch: "delete" },
    ];
    assert.deepEqual(
      mergePatch(before, after),
      inPod([
        { name: "web", env },
        { $new: true, name: "sidecar", image: "side:1" },
      ]),
    );
  });
  it("deletes fields by null", () => {
    assert.deepEqual(mergePatch(pod([{ name: "web" }], { paused: true }), pod([{ name: "web" }])), {
      spec: { paused: null },
    });
  });
  it("leaves it where entries have the same key", () => {
    const twice = (value: string): KubernetesObject =>
      pod([
        {
          name: "web",
          ports: [
            { containerPort: 53, protocol: "TCP" },
            { containerPort: 53, protocol: value },
          ],
        },
      ]);
    assert.equal(mergePatch(twice("UDP"), twice("SCTP")), undefined);
  });
  it("replaces lists of custom kinds", () => {
    const widget = (parts: readonly string[]): KubernetesObject =>
      ({ apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" }, spec: { parts } }) as KubernetesObject;
    assert.deepEqual(mergePatch(widget(["a", "b"]), widget(["b"])), { spec: { parts: ["b"] } });
  });
});

describe("jsonPatch", () => {
  it("names each field with its escapes", () => {
    assert.deepEqual(jsonPatch({ a: { "x/y": 1, gone: 1 }, list: [1, 2] }, { a: { "x/y": 2, "~": 3 }, list: [1, 4] }), [
      { op: "remove", path: "/a/gone" },
      { op: "replace", path: "/a/x~1y", value: 2 },
      { op: "add", path: "/a/~0", value: 3 },
      { op: "replace", path: "/list/1", value: 4 },
    ]);
  });
});

describe("inWrittenOrder", () => {
  it("puts fields where a person had them", () => {
    const ordered = inWrittenOrder(
      { a: 1, list: [{ a: 1, name: "x" }], z: 1 },
      { z: 0, list: [{ name: "x", a: 0 }], a: 0 },
    );
    assert.equal(JSON.stringify(ordered), '{"z":1,"list":[{"name":"x","a":1}],"a":1}');
  });
});

describe("folderFinder", () => {
  it("leads from a path within an artifact to the folder that it was copied from", () => {
    const copy = [
      { from: "@repo/apps/base/**", to: "@artifact/base/" },
      { from: "@repo/apps/staging/**", to: "@artifact/staging/" },
    ];
    const generator = {
      apiVersion: "source.extensions.fluxcd.io/v1beta1",
      kind: "ArtifactGenerator",
      metadata: { name: "g" },
    };
    const find = folderFinder([{ ...generator, spec: { artifacts: [{ name: "apps", copy }] } } as KubernetesObject]);
    assert.equal(find({ path: "./staging", sourceRef: { kind: "ExternalArtifact", name: "apps" } }), "apps/staging");
    assert.equal(
      find({ path: "./apps/staging/", sourceRef: { kind: "GitRepository", name: "flux-system" } }),
      "apps/staging",
    );
  });
});
