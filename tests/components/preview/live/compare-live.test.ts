import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { KubernetesObject } from "../../../../components/model/object";
import { cluster, layer, object } from "../objects";
import { liveOf, owned, type LiveCluster } from "./live";
import { annotated, apps, held, map, prefix, told } from "./told";

describe("what live objects add to a change", () => {
  const cases: Readonly<Record<string, readonly [LiveCluster, Readonly<Record<string, readonly string[]>>]>> = {
    "nothing, where the cluster is as Git says": [{ before: apps(map("1")), after: apps(map("2")) }, {}],
    "a pruned object that the live annotation keeps": [
      { before: apps(map("1")), after: apps(), held: held(map("1", annotated("prune", "disabled"))) },
      { kept: [`ConfigMap web/a: the live object carries ${prefix}/prune: disabled`] },
    ],
    "a pruned object with that annotation, whose namespace goes": [
      {
        before: apps(object("Namespace", "web"), map("1")),
        after: apps(),
        held: held(map("1", annotated("prune", "disabled"))),
      },
      {},
    ],
    "a pruned namespace that the live annotation keeps, and what is in it": [
      {
        before: apps(object("Namespace", "web"), map("1")),
        after: apps(map("1")),
        held: new Map([
          ["Namespace web", owned(object("Namespace", "web", annotated("prune", "disabled")), { name: "apps" })],
        ]),
      },
      {
        kept: [
          "ConfigMap web/a: its namespace stays",
          `Namespace web: the live object carries ${prefix}/prune: disabled`,
        ],
      },
    ],
    "a pruned object that is gone": [
      { before: apps(map("1")), after: apps(), held: held(undefined) },
      { kept: ["ConfigMap web/a: the cluster does not have it"] },
    ],
    "a pruned object that another Kustomization has taken over": [
      {
        before: apps(map("1")),
        after: apps(),
        held: new Map([["ConfigMap web/a", owned(map("1"), { name: "other" })]]),
      },
      { kept: ["ConfigMap web/a: it was last applied by Kustomization other, not by apps"] },
    ],
    "a pruned object that nobody has applied": [
      { before: apps(map("1")), after: apps(), held: new Map([["ConfigMap web/a", map("1")]]) },
      { kept: ["ConfigMap web/a: no Kustomization has applied it"] },
    ],
    "an object that Git keeps, without the annotation in the cluster": [
      { before: apps(map("1", annotated("prune", "disabled"))), after: apps(), held: held(map("1")) },
      {
        exposed: [
          `ConfigMap web/a: Git has ${prefix}/prune: disabled on it, and the live object does not, so that Flux deletes it`,
        ],
      },
    ],
    "the same, in a layer that does not prune": [
      {
        before: cluster(layer("apps", [map("1", annotated("prune", "disabled"))], { prune: false })),
        after: cluster(layer("apps", [], { prune: false })),
        held: held(map("1")),
      },
      {},
    ],
    "a change that the live annotation keeps out": [
      { before: apps(map("1")), after: apps(map("2")), held: held(map("1", annotated("ssa", "Ignore"))) },
      { skipped: [`ConfigMap web/a: the live object carries ${prefix}/ssa: Ignore`] },
    ],
    "an object that is not reconciled, and does not change": [
      { before: apps(map("1")), after: apps(map("1")), held: held(map("3", annotated("reconcile", "disabled"))) },
      {},
    ],
    "a live annotation that counts only in Git": [
      { before: apps(map("1")), after: apps(map("1")), held: held(map("3", annotated("ssa", "IfNotPresent"))) },
      { drifted: ["ConfigMap web/a: data.value 3→1"] },
    ],
    "an object that was created by hand, and that Git would only create": [
      { before: apps(), after: apps(map("1", annotated("ssa", "IfNotPresent"))), held: held(map("5")) },
      { skipped: [`ConfigMap web/a: it exists, and Git has ${prefix}/ssa: IfNotPresent on it`] },
    ],
    "drift, beside a change of the same object": [
      { before: apps(map("1")), after: apps(map("2")), held: held(map("3")) },
      { drifted: ["ConfigMap web/a: data.value 3→1"] },
    ],
    "an object that somebody deleted": [
      { before: apps(map("1")), after: apps(map("1")), held: held(undefined) },
      { missing: ["ConfigMap web/a: Kustomization apps creates it anew"] },
    ],
    "a new object that is there already": [
      { before: apps(), after: apps(map("1")), held: held(map("5")) },
      { adopted: ["ConfigMap web/a: data.value 5→1"] },
    ],
    "what cannot be asked": [
      { before: apps(map("1")), after: apps(map("1")), unasked: new Map([["ConfigMap web/a", "no answer"]]) },
      { unchecked: ["ConfigMap web/a: no answer"] },
    ],
  };
  for (const [name, [input, expected]] of Object.entries(cases))
    it(name, () => {
      assert.deepEqual(told(liveOf(input)), expected);
    });

  it("shows of a Secret that it differs, and neither values nor the server's words", () => {
    const secret = (value: string): KubernetesObject => object("Secret", "web/s", { stringData: { value } });
    const differs = liveOf({
      before: apps(secret("one")),
      after: apps(secret("one")),
      held: new Map([["Secret web/s", owned(secret("two"), { name: "apps" })]]),
    });
    assert.deepEqual(
      differs.drifted.map(({ fields }) => fields),
      [[{ path: "contents", kind: "hidden" }]],
    );
    const refused = liveOf({
      before: apps(),
      after: apps(secret("one")),
      says: new Map([["Secret web/s", { kind: "refused", status: 422, reason: "Invalid", message: "one is bad" }]]),
    });
    assert.deepEqual(
      refused.refused.map(({ reason }) => reason),
      ["Invalid; the message is left out, for it may hold values"],
    );
    assert.equal(JSON.stringify([differs, refused]).includes("one"), false);
  });

  it("takes no change that makes none in the cluster for one of a variable", () => {
    const plain = (spec: object): KubernetesObject => object("Deployment", "web/d", { spec });
    assert.deepEqual(told(liveOf({ before: apps(plain({})), after: apps(plain({ replicas: 1 })) })), {});
  });

  it("says which object a variable's value changes, and of which no value is known", () => {
    const layerOf = (value: string, open: readonly string[]): ReturnType<typeof layer> => {
      const own = layer("apps", [map(value)]);
      return {
        ...own,
        objects: new Map([...own.objects].map(([key, applied]) => [key, { ...applied, open, uses: ["x"] }])),
      };
    };
    const [old, young, written] = ["old", "new", "${x}"].map((value) => cluster(layerOf(value, [])));
    assert.ok(old && young && written);
    const changed = liveOf({ before: old, after: young, written: [written, written] });
    assert.deepEqual(told(changed), { byVariables: ["ConfigMap web/a: data.value old→new"] });
    const open = liveOf({ before: cluster(layerOf("${x}", ["x"])), after: cluster(layerOf("${x}", ["x"])) });
    assert.deepEqual(told(open), { unchecked: ["ConfigMap web/a: the variable x has no value yet"] });
  });
});
