import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { overlay } from "../../../../components/model/authoring";
import type { App } from "../../../../components/model/app";
import type { Overlay } from "../../../../components/model/overlay";
import { listedApp as app } from "./listed-app";

/** The overlay function as JavaScript sees it: values whose literal types were lost come this way. */
const untyped = overlay as (app: App, options: object) => Overlay;

describe("what kustomize would drop without a word", () => {
  const inContainer = (fields: object): object => ({
    deployment: { spec: { template: { spec: { containers: [{ name: "app", ...fields }] } } } },
  });
  const inPod = (spec: object): object => ({ deployment: { spec: { template: { spec } } } });
  const faulty: readonly (readonly [string, object, string])[] = [
    ["an entry that replaces", inContainer({ env: [{ name: "A", $patch: "replace", value: "9" }] }), "replaced-entry"],
    ["an entry that is there twice", inContainer({ env: [{ name: "A" }, { name: "A" }] }), "duplicate-patch-entry"],
    [
      "a container that is there twice",
      inPod({ containers: [{ name: "app" }, { name: "app" }] }),
      "duplicate-patch-entry",
    ],
    [
      "the deletion of what is not there",
      inContainer({ env: [{ name: "C", $patch: "delete" }] }),
      "unknown-patch-entry",
    ],
    ["an empty list", inContainer({ env: [] }), "empty-patch-list"],
    [
      "a protocol beside none",
      inContainer({ ports: [{ containerPort: 80, protocol: "UDP" }] }),
      "ambiguous-patch-entry",
    ],
    [
      "two new ports of one number, of which one says no protocol",
      { service: { spec: { ports: [{ port: 443 }, { port: 443, protocol: "UDP" }] } } },
      "ambiguous-patch-entry",
    ],
    [
      "any port where the base says one protocol of two",
      { mixed: { spec: { ports: [{ port: 80 }] } } },
      "ambiguous-patch-entry",
    ],
    ["an order of entries", inContainer({ "$setElementOrder/env": [{ name: "B" }] }), "unknown-directive"],
    ["keys to retain", { deployment: { spec: { strategy: { $retainKeys: ["type"] } } } }, "unknown-directive"],
    ["another name", { deployment: { metadata: { name: "other" } } }, "renamed-object"],
    ["another kind", { deployment: { kind: "StatefulSet" } }, "renamed-object"],
    ["another name of a custom kind", { hook: { metadata: { namespace: "other" } } }, "renamed-object"],
  ];
  const kept: readonly (readonly [string, object])[] = [
    ["a volume's source", inPod({ volumes: [{ name: "w", emptyDir: {} }] })],
    [
      "a variable's value",
      inContainer({ env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] }),
    ],
    ["a probe's handler", inContainer({ readinessProbe: { tcpSocket: { port: 80 } } })],
    ["how a Deployment rolls", { deployment: { spec: { strategy: { type: "Recreate" } } } }],
  ];
  for (const [name, patches, code] of [
    ...faulty,
    ...kept.map(([what, p]) => [`${what} that stays`, p, "kept-alternative"] as const),
  ]) {
    it(`is reported of ${name}`, () => {
      assert.deepEqual(
        untyped(app, { patches }).faults?.map((fault) => fault.code),
        [code],
      );
    });
  }

  it("is nothing where the patch names its object as it is called", () => {
    const patches = { deployment: { kind: "Deployment", metadata: { name: "app" }, spec: { replicas: 2 } } };
    assert.equal(untyped(app, { patches }).faults, undefined);
  });
});
