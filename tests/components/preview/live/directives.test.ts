import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { KubernetesObject } from "../../../../components/model/object";
import { cluster, kustomization, layer } from "../objects";
import { liveOf, owned, type LiveCluster } from "./live";
import { annotated, apps, held, map, prefix, told } from "./told";

/** A layer of one ConfigMap that leaves a field of it as it is. */
const ignoring = (path: string): ReturnType<typeof cluster> =>
  cluster(layer("apps", [map("1")], { ignore: [{ paths: [path], target: { kind: "Config.*" } }] }));
/** A Kustomization that somebody has suspended in the cluster. */
const suspended = (name: string): ReadonlyMap<string, KubernetesObject> => {
  const own = kustomization(name, { suspend: true });
  return new Map([[`Kustomization flux-system/${name}`, owned(own, { name: "flux-system" })]]);
};
/** An object of which kubectl has set `data.more`. */
const byKubectl = (own: KubernetesObject): KubernetesObject => {
  const more = { manager: "kubectl-edit", operation: "Update", fieldsV1: { "f:data": { "f:more": {} } } };
  const metadata = { ...own.metadata, managedFields: [more] };
  return { ...own, ...{ data: { value: "1", more: "1" } }, metadata };
};
const saysSo = (own: KubernetesObject): NonNullable<LiveCluster["says"]> =>
  new Map([["ConfigMap web/a", { kind: "accepted", object: owned(own, { name: "apps" }) }]]);

describe("what Flux is told to leave alone", () => {
  const cases: Readonly<Record<string, readonly [LiveCluster, Readonly<Record<string, readonly string[]>>]>> = {
    "annotations that Flux reads without case, and as labels": [
      {
        before: apps(map("1")),
        after: apps(map("2")),
        held: held(map("1", { labels: { [`${prefix}/ssa`]: "ignore" } })),
      },
      { skipped: [`ConfigMap web/a: the live object carries ${prefix}/ssa: Ignore`] },
    ],
    "a pruned object that Flux is told to leave alone": [
      { before: apps(map("1")), after: apps(), held: held(map("1", annotated("ssa", "Ignore"))) },
      { kept: [`ConfigMap web/a: the live object carries ${prefix}/ssa: Ignore`] },
    ],
    "an object that Git has Flux leave alone, of nobody's": [
      {
        before: apps(map("1", annotated("ssa", "Ignore"))),
        after: apps(),
        held: new Map([["ConfigMap web/a", map("1")]]),
      },
      {},
    ],
    "an object that Git has Flux leave alone, and that is not there": [
      {
        before: apps(map("1", annotated("ssa", "Ignore"))),
        after: apps(map("1", annotated("ssa", "Ignore"))),
        held: held(undefined),
      },
      {},
    ],
    "what others have set on an object that is merged": [
      {
        before: apps(map("1", annotated("ssa", "merge"))),
        after: apps(map("1", annotated("ssa", "merge"))),
        held: held(byKubectl(map("1", annotated("ssa", "merge")))),
        says: saysSo(byKubectl(map("1", annotated("ssa", "merge")))),
      },
      {},
    ],
    "the same on one that is not": [
      {
        before: apps(map("1")),
        after: apps(map("1")),
        held: held(byKubectl(map("1"))),
        says: saysSo(byKubectl(map("1"))),
      },
      { drifted: ["ConfigMap web/a: data.more 1→undefined"] },
    ],
    "drift of what its Kustomization ignores": [
      { before: ignoring("/data/value"), after: ignoring("/data/value"), held: held(map("3")) },
      {},
    ],
    "drift of something else": [
      { before: ignoring("/data/other"), after: ignoring("/data/other"), held: held(map("3")) },
      { drifted: ["ConfigMap web/a: data.value 3→1"] },
    ],
    "drift of a suspended layer": [
      { before: apps(map("1")), after: apps(map("1")), held: new Map([...held(map("3")), ...suspended("apps")]) },
      { standingDrift: ["ConfigMap web/a: data.value 3→1"] },
    ],
    "an object that somebody deleted, of a suspended layer": [
      { before: apps(map("1")), after: apps(map("1")), held: new Map([...held(undefined), ...suspended("apps")]) },
      {
        missing: ["ConfigMap web/a: Kustomization apps is suspended, and creates it anew only when it is resumed"],
      },
    ],
    "a pruned object of a suspended layer": [
      { before: apps(map("1")), after: apps(), held: suspended("apps") },
      { kept: ["ConfigMap web/a: Kustomization apps is suspended"] },
    ],
    "drift of a layer that Git resumes": [
      {
        before: cluster(layer("apps", [map("1")], { suspend: true })),
        after: cluster(layer("apps", [map("1")], { suspend: false })),
        held: held(map("3")),
      },
      { drifted: ["ConfigMap web/a: data.value 3→1"] },
    ],
  };
  for (const [name, [input, expected]] of Object.entries(cases))
    it(name, () => {
      assert.deepEqual(told(liveOf(input)), expected);
    });
});
