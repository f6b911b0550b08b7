import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { EnvironmentChanges } from "../../../../components/preview/changes";
import type { AppliedLayer } from "../../../../components/preview/cluster/applied";
import { environmentChanges } from "../../../../components/preview/cluster/environment-changes";
import { cluster, kustomization, layer, object } from "../objects";

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

const web = object("Deployment", "web/web");
const off = (name: string) => ({ annotations: { [`kustomize.toolkit.fluxcd.io/${name}`]: "disabled" } });
const waits = { dependsOn: [{ name: "infra" }] };

interface Fates {
  readonly pruned?: Readonly<Record<string, string>>;
  readonly moved?: readonly string[];
  readonly left?: readonly string[];
}

const cases: readonly (readonly [string, Cluster, Cluster, Fates])[] = [
  [
    "an object that its layer no longer has",
    cluster(layer("apps", [web])),
    cluster(layer("apps", [])),
    { pruned: { "Deployment web/web": "removed" } },
  ],
  [
    "one whose layer does not prune",
    cluster(layer("apps", [web], { prune: false })),
    cluster(layer("apps", [], { prune: false })),
    { left: ["Deployment web/web"] },
  ],
  [
    "one whose layer stops pruning",
    cluster(layer("apps", [web])),
    cluster(layer("apps", [], { prune: false })),
    { left: ["Deployment web/web"] },
  ],
  [
    "one whose layer is suspended",
    cluster(layer("apps", [web])),
    cluster(layer("apps", [], { suspend: true })),
    { left: ["Deployment web/web"] },
  ],
  [
    "one that is not to be pruned",
    cluster(layer("apps", [object("Deployment", "web/web", off("prune"))])),
    cluster(layer("apps", [])),
    { left: ["Deployment web/web"] },
  ],
  [
    "one that is not to be reconciled",
    cluster(layer("apps", [object("Deployment", "web/web", off("reconcile"))])),
    cluster(layer("apps", [])),
    { left: ["Deployment web/web"] },
  ],
  [
    "a layer with all that it applied",
    cluster(layer("apps", [web]), layer("infra", [])),
    cluster(layer("infra", [])),
    { pruned: { "Deployment web/web": "layer", "Kustomization flux-system/apps": "removed" } },
  ],
  [
    "a renamed layer",
    cluster(layer("apps", [web])),
    cluster(layer("applications", [web])),
    { pruned: { "Deployment web/web": "moved", "Kustomization flux-system/apps": "removed" } },
  ],
  [
    "a layer that leaves its objects",
    cluster(layer("apps", [web], { deletionPolicy: "Orphan" })),
    cluster(),
    { pruned: { "Kustomization flux-system/apps": "removed" }, left: ["Deployment web/web"] },
  ],
  [
    "a layer that does not prune and deletes all the same",
    cluster(layer("apps", [web], { prune: false, deletionPolicy: "Delete" })),
    cluster(),
    { pruned: { "Deployment web/web": "layer", "Kustomization flux-system/apps": "removed" } },
  ],
  [
    "a layer whose Kustomization stays in the cluster",
    [
      layer("flux-system", [
        { ...kustomization("apps"), metadata: { name: "apps", namespace: "flux-system", ...off("prune") } },
      ]),
      { ...layer("apps", [web]) },
    ],
    cluster(),
    { left: ["Deployment web/web", "Kustomization flux-system/apps"] },
  ],
  [
    "a move that nothing orders",
    cluster(layer("apps", [web]), layer("infra", [])),
    cluster(layer("apps", []), layer("infra", [web])),
    { pruned: { "Deployment web/web": "moved" } },
  ],
  [
    "a move to a layer that is applied first",
    cluster(layer("apps", [web], waits), layer("infra", [])),
    cluster(layer("apps", [], waits), layer("infra", [web])),
    { moved: ["Deployment web/web"] },
  ],
  [
    "a move to a layer that is applied later",
    cluster(layer("infra", [web]), layer("apps", [], waits)),
    cluster(layer("infra", []), layer("apps", [web], waits)),
    { pruned: { "Deployment web/web": "moved" } },
  ],
  [
    "a move of what is not pruned",
    cluster(layer("apps", [web], { prune: false }), layer("infra", [])),
    cluster(layer("apps", [], { prune: false }), layer("infra", [web])),
    { moved: ["Deployment web/web"] },
  ],
  [
    "a new version of the same kind",
    cluster(layer("apps", [web])),
    cluster(layer("apps", [{ ...web, apiVersion: "apps/v2" }])),
    {},
  ],
  [
    "a namespace, and what is in it although it stays in Git",
    cluster(layer("apps", [object("Namespace", "web"), web])),
    cluster(layer("apps", [web])),
    { pruned: { "Namespace web": "removed", "Deployment web/web": "namespace" } },
  ],
  [
    "a namespace, and what is in it although an annotation keeps it from Flux",
    cluster(layer("apps", [object("Namespace", "web"), object("ConfigMap", "web/a", off("prune"))])),
    cluster(layer("apps", [])),
    { pruned: { "Namespace web": "removed", "ConfigMap web/a": "namespace" } },
  ],
  [
    "a definition, and the objects of its kind",
    cluster(
      layer("infra", [
        object("CustomResourceDefinition", "widgets.example.org", {
          spec: { group: "example.org", names: { kind: "Widget" } },
        }),
      ]),
      layer("apps", [object("Widget", "web/w"), web]),
    ),
    cluster(layer("infra", []), layer("apps", [object("Widget", "web/w"), web])),
    { pruned: { "CustomResourceDefinition widgets.example.org": "removed", "Widget web/w": "definition" } },
  ],
];

describe("what Flux deletes", () => {
  for (const [what, before, after, { pruned = {}, moved = [], left = [] }] of cases) {
    it(`follows ${what}`, () => {
      const found = changes(before, after);
      assert.deepEqual(Object.fromEntries(found.pruned.map(({ name, cause }) => [name, cause.kind])), pruned);
      assert.deepEqual(
        found.moved.map(({ name }) => name),
        moved,
      );
      assert.deepEqual(
        found.left.map(({ name }) => name),
        left,
      );
    });
  }

  it("names namespaces, claims and definitions first", () => {
    const all = [
      web,
      object("PersistentVolumeClaim", "web/data"),
      object("Namespace", "web"),
      object("CustomResourceDefinition", "a.b"),
      object("ConfigMap", "a/a"),
    ];
    const { pruned } = changes(cluster(layer("apps", all)), cluster(layer("apps", [])));
    assert.deepEqual(
      pruned.map(({ kind }) => kind),
      ["Namespace", "PersistentVolumeClaim", "CustomResourceDefinition", "ConfigMap", "Deployment"],
    );
  });

  it("says of what cannot be built that nothing is known, and nothing more", () => {
    const broken = { ...layer("apps", []), unknown: "apps/staging cannot be built: no such file" };
    const found = changes(cluster(layer("apps", [web])), cluster(broken));
    assert.deepEqual([found.pruned, found.created, found.changed], [[], [], []]);
    assert.deepEqual(found.unknown, [{ layer: "apps", reason: "apps/staging cannot be built: no such file" }]);
  });
});
