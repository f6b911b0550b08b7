import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { describeOutcome, type Heads } from "../../../cli/start/heads";
import { describeCluster } from "../../../cli/start/summary";
import type { ClusterClient } from "../../../components/cluster/client";
import type { LiveObject } from "../../../components/cluster/live-object";

const old: Heads = { branch: "a".repeat(40), followed: "a".repeat(40), follows: "env/production" };

describe("what npm start says at its end", () => {
  const cases: readonly (readonly [string, Partial<Heads>, boolean, RegExp])[] = [
    ["a commit", { branch: "b".repeat(40), followed: "b".repeat(40) }, true, /^staging: committed bbbbbbb, /],
    ["a release", { followed: "b".repeat(40) }, true, /no new commit; env\/production moved to bbbbbbb/],
    ["a change of the cluster alone", {}, true, /updated without a new commit/],
    ["nothing", {}, false, /nothing changed, no commit/],
  ];
  for (const [title, change, changed, expected] of cases) {
    it(`names ${title}`, () => {
      assert.match(describeOutcome("staging", { before: old, after: { ...old, ...change }, changed }), expected);
    });
  }

  it("shows each Kustomization and workload", async () => {
    const text = await describeCluster(clusterOf(), 0);
    assert.equal(
      text,
      [
        "KUSTOMIZATION  REVISION      STATE",
        "apps           main@0123456  ready",
        "monitoring     -             HealthCheckFailed: timeout",
        "",
        "WORKLOAD                     READY",
        "monitoring/db (StatefulSet)  0/1",
        "web/web                      3/3",
      ].join("\n"),
    );
  });
});

function clusterOf(): ClusterClient {
  const objects: readonly LiveObject[] = [
    kustomization("apps", {
      lastAppliedRevision: `main@sha1:0123456${"7".repeat(33)}`,
      conditions: [{ type: "Ready", status: "True" }],
    }),
    kustomization("monitoring", {
      conditions: [{ type: "Ready", status: "False", reason: "HealthCheckFailed", message: "timeout" }],
    }),
    workload("Deployment", "web/web", { spec: 3, ready: 3 }),
    workload("StatefulSet", "monitoring/db", { spec: 1, ready: 0 }),
    workload("Deployment", "flux-system/source-controller", { spec: 1, ready: 1 }),
  ];
  return {
    get: () => Promise.resolve(undefined),
    list: (_apiVersion, kind) => Promise.resolve(objects.filter((object) => object.kind === kind)),
    kinds: () => Promise.resolve([]),
    merge: () => Promise.reject(new Error("nothing is written")),
    apply: () => Promise.reject(new Error("nothing is written")),
    dryRun: () => Promise.reject(new Error("nothing is tried")),
    remove: () => Promise.reject(new Error("nothing is written")),
  };
}

function kustomization(name: string, status: Readonly<Record<string, unknown>>): LiveObject {
  const metadata = { name, namespace: "flux-system", uid: name };
  return { apiVersion: "kustomize.toolkit.fluxcd.io/v1", kind: "Kustomization", metadata, status };
}

function workload(kind: string, path: string, replicas: { spec: number; ready: number }): LiveObject {
  const [namespace = "", name = ""] = path.split("/");
  const status = { observedGeneration: 2, readyReplicas: replicas.ready };
  const metadata = { name, namespace, uid: path, generation: 2 };
  return { apiVersion: "apps/v1", kind, metadata, spec: { replicas: replicas.spec }, status };
}
