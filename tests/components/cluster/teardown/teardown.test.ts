import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { helmReleaseKind, kustomizationKind, kustomizationRef } from "../../../../components/cluster/flux-kinds";
import { controllersRun, stripFinalizers } from "../../../../components/cluster/teardown/finalizers";
import { resumeAll, suspendAll, suspendedBy } from "../../../../components/cluster/teardown/suspend";
import { FakeCluster, type FakeObject } from "../fake-cluster";

const layer = { ...kustomizationRef("apps"), spec: { prune: true } };
const root = { ...kustomizationRef("flux-system"), spec: { prune: true } };
const release = { ...helmReleaseKind, name: "prometheus", namespace: "monitoring", spec: {} };
const paused = { ...kustomizationKind, name: "paused", namespace: "team", spec: { suspend: true } };

describe("teardown", () => {
  it("suspends the root before anything else, then every Kustomization and HelmRelease of every namespace", async () => {
    const cluster = new FakeCluster([layer, root, release, paused]);
    await suspendAll(cluster, "flux-system");
    assert.equal(cluster.patches[0]?.ref, "Kustomization flux-system/flux-system");
    for (const { kind, name, namespace } of [layer, root, release]) {
      assert.equal(cluster.find(kind, name, namespace)?.spec?.["suspend"], true, name);
    }
  });

  it("resumes what it suspended itself and nothing that people did", async () => {
    const cluster = new FakeCluster([layer, root, release, paused]);
    await suspendAll(cluster, "flux-system");
    await resumeAll(cluster);
    assert.equal(cluster.find("Kustomization", "apps", "flux-system")?.spec?.["suspend"], undefined);
    assert.equal(cluster.find("Kustomization", "apps", "flux-system")?.metadata.annotations?.[suspendedBy], undefined);
    assert.equal(cluster.find("HelmRelease", "prometheus", "monitoring")?.spec?.["suspend"], undefined);
    assert.equal(cluster.find("Kustomization", "paused", "team")?.spec?.["suspend"], true);
  });

  it("does nothing where Flux was never installed", async () => {
    await suspendAll(new FakeCluster([]), "flux-system");
    await stripFinalizers(new FakeCluster([]));
  });

  it("knows whether somebody is there to handle finalizers", async () => {
    const deployment = (name: string, availableReplicas: number): FakeObject => {
      return {
        apiVersion: "apps/v1",
        kind: "Deployment",
        name,
        namespace: "flux-system",
        status: { availableReplicas },
      };
    };
    const source = deployment("source-controller", 1);
    assert.equal(await controllersRun(new FakeCluster([source, deployment("kustomize-controller", 1)])), true);
    assert.equal(await controllersRun(new FakeCluster([source, deployment("kustomize-controller", 0)])), false);
    assert.equal(await controllersRun(new FakeCluster([source])), false);
  });

  it("takes the toolkit's finalizers, leaves those of others, and repeats while a dying controller puts one back", async () => {
    let returned = false;
    const objects = [
      { ...layer, finalizers: ["finalizers.fluxcd.io"] },
      { ...release, finalizers: ["example.org/keep", "finalizers.fluxcd.io"] },
    ];
    const cluster = new FakeCluster(objects, (fake, object) => {
      if (returned || object.metadata.name !== "apps") return;
      returned = true;
      fake.put({ ...layer, finalizers: ["finalizers.fluxcd.io"] });
    });
    await stripFinalizers(cluster);
    assert.equal(cluster.find("Kustomization", "apps", "flux-system")?.metadata.finalizers, undefined);
    assert.deepEqual(cluster.find("HelmRelease", "prometheus", "monitoring")?.metadata.finalizers, [
      "example.org/keep",
    ]);
  }).timeout(10_000);
});
