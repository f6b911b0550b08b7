import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { placeholderAnnotation } from "../../../../components/manifests/sealed-placeholder";
import type { KubernetesObject } from "../../../../components/model/object";
import type { LiveChanges } from "../../../../components/preview/live/live-changes";
import { object } from "../objects";
import { liveOf, owned } from "./live";
import { apps, told } from "./told";

describe("a sealed Secret in the cluster", () => {
  it("compares the entries of a sealed Secret, with values that nobody sees", () => {
    const sealed = (...names: readonly string[]): KubernetesObject =>
      object("Secret", "web/s", {
        stringData: Object.fromEntries(names.map((name) => [name, `ENC[AES256_GCM,data:${name}]`])),
        ...{ type: "Opaque", sops: { mac: "ENC[x]" } },
      });
    const open = (data: object, fields: object = {}): KubernetesObject =>
      owned(object("Secret", "web/s", { data, type: "Opaque", ...fields }), { name: "apps" });
    const live = (own: KubernetesObject | undefined, names: readonly string[], old = names): LiveChanges =>
      liveOf({
        before: apps(sealed(...old)),
        after: apps(sealed(...names)),
        held: new Map([["Secret web/s", own]]),
      });
    assert.deepEqual(told(live(open({ a: "canary" }), ["a"])), {});
    const lacking = live(open({ a: "canary" }), ["a", "b"]);
    assert.deepEqual(
      lacking.drifted.map(({ fields }) => fields),
      [[{ path: "data.b", kind: "hidden" }]],
    );
    assert.deepEqual(told(live(open({ a: "canary" }), ["a", "b"], ["a"])), {});
    assert.deepEqual(
      live(open({ a: "canary" }, { labels: { x: "canary" } }), ["a"]).drifted.map(({ fields }) => fields),
      [[{ path: "metadata.labels.x", kind: "hidden" }]],
    );
    assert.deepEqual(told(live(undefined, ["a"])), {
      missing: ["Secret web/s: Kustomization apps creates it anew"],
    });
    assert.equal(JSON.stringify(lacking).includes("canary"), false);
  });

  it("takes a Secret that the update seals for what it will be", () => {
    const planned = object("Secret", "web/s", { annotations: { [placeholderAnnotation]: "a,b" }, type: "Opaque" });
    const held = new Map([["Secret web/s", object("Secret", "web/s", { data: { a: "x" }, type: "Opaque" })]]);
    const { adopted, refused } = liveOf({ before: apps(), after: apps(planned), held });
    assert.deepEqual(
      adopted.map(({ fields }) => fields.map(({ path, kind }) => [path, kind])),
      [
        [
          ["data.b", "hidden"],
          ["metadata.labels[kustomize.toolkit.fluxcd.io/name]", "hidden"],
          ["metadata.labels[kustomize.toolkit.fluxcd.io/namespace]", "hidden"],
        ],
      ],
    );
    assert.deepEqual(refused, []);
  });
});
