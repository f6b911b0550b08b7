import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KubernetesObject } from "../../../components/model/object";
import { componentPid } from "../../../local/control-plane/control-plane";
import { environmentFolders } from "../../../local/folders";
import {
  controllerPids,
  killController,
  platformStatus,
  startPlatform,
  stopPlatform,
  type LocalPlatform,
} from "../../../local/platform";
import { resolvePlatformTools } from "../../../local/platform-tools";
import { processesOf } from "../../../local/processes/leftovers";
import { consoleReport, silentReport, type Report } from "../../../tools/report";
import { fluxRelease, fluxVersions } from "../../../tools/flux-release";
import { conditionsOf, openTestCluster, until, type TestCluster } from "./cluster";
import { claim, helmRelease, helmStage, job, web } from "./workloads";

describe("the embedded platform", function () {
  this.timeout(180_000);
  let root: string;
  let platform: LocalPlatform;
  let cluster: TestCluster;
  const folders = () => environmentFolders(root, "staging");

  before(async function () {
    this.timeout(3_600_000);
    root = mkdtempSync(join(tmpdir(), "platform-"));
    await resolvePlatformTools(consoleReport());
  });
  after(async () => {
    await stopPlatform("all", root);
    rmSync(root, { recursive: true, force: true });
  });

  it("comes up from nothing, for two runs at once too", async () => {
    const notes: string[] = [];
    const report: Report = { ...silentReport, note: (line) => void notes.push(line) };
    const both = await Promise.all([startPlatform("staging", root, report), startPlatform("staging", root, report)]);
    assert.deepEqual(both[0], both[1]);
    platform = both[0];
    assert.equal(notes.filter((note) => note.startsWith("Another run")).length, 1);
    assert.equal(processesOf(root).length, 7);
    assert.equal(statSync(platform.kubeconfig).mode & 0o777, 0o600);
    assert.ok(readFileSync(platform.kubeconfig, "utf8").includes(platform.context));
    cluster = openTestCluster(root, "staging");
  });

  it("is there within a second when it runs already", async () => {
    const start = performance.now();
    assert.deepEqual(await startPlatform("staging", root), platform);
    assert.ok(performance.now() - start < 1000);
  });

  it("runs workloads: a Deployment with its claim, and a Job to its end", async () => {
    await cluster.apply(claim);
    await cluster.apply(web);
    await cluster.apply(job);
    await until(
      "the Deployment is available",
      async () => conditionsOf(await cluster.get(web))["Available"] === "True",
    );
    await until("the Job is complete", async () => conditionsOf(await cluster.get(job))["Complete"] === "True");
    assert.match(JSON.stringify(await cluster.get(claim)), /"phase":"Bound"/);
  });

  for (const component of ["kube-apiserver", "etcd"]) {
    it(`repairs a killed ${component} and keeps the data`, async () => {
      process.kill(componentPid(folders(), component) ?? assert.fail(), "SIGKILL");
      await until("it is gone", () => componentPid(folders(), component) === undefined);
      assert.equal((await platformStatus(root)).environments[0]?.healthy, false);
      assert.deepEqual(await startPlatform("staging", root), platform);
      assert.equal((await platformStatus(root)).environments[0]?.healthy, true);
      await until(
        "the Deployment is still there",
        async () => conditionsOf(await cluster.get(web))["Available"] === "True",
      );
    });
  }

  describe("with Flux's own Deployments", () => {
    const source: KubernetesObject = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: fluxMeta("source-controller"),
    };
    const pidOf = (name: string): number | undefined => controllerPids(root, "staging")[name];

    it("runs a controller as soon as its Deployment exists", async () => {
      const release = await fluxRelease(fluxVersions[0] ?? assert.fail());
      const { components, rbac } = release;
      const parts = [
        components["source-controller"],
        components["kustomize-controller"],
        components["helm-controller"],
      ].flat();
      await cluster.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: "flux-system" } });
      for (const object of [...rbac, ...parts].sort(crdsFirst)) await cluster.apply(inFluxSystem(object));
      await until(
        "both run",
        () => pidOf("source-controller") !== undefined && pidOf("kustomize-controller") !== undefined,
        5,
      );
    });

    it("reconciles: a GitRepository that it may not read says so", async () => {
      await cluster.apply(repositoryOf(platform));
      await until(
        "source-controller has seen it",
        async () => conditionsOf(await cluster.get(repositoryOf(platform)))["Ready"] === "False",
      );
    });

    it("starts a killed controller again", async () => {
      const before = pidOf("kustomize-controller");
      assert.ok(killController(root, "staging", "kustomize-controller"));
      await until("another process runs", () => ![undefined, before].includes(pidOf("kustomize-controller")), 5);
    });

    it("starts it anew when its arguments change", async () => {
      const before = pidOf("source-controller");
      await cluster.merge(source, { spec: { template: { metadata: { annotations: { change: "1" } } } } });
      await until("another process runs", () => ![undefined, before].includes(pidOf("source-controller")), 15);
    });

    it("ends it when it is scaled to zero or deleted", async () => {
      await cluster.merge(source, { spec: { replicas: 0 } });
      await until("source-controller has ended", () => pidOf("source-controller") === undefined, 15);
      await cluster.remove({ ...source, metadata: fluxMeta("kustomize-controller") });
      await until("kustomize-controller has ended", () => pidOf("kustomize-controller") === undefined, 15);
    });

    it("simulates HelmReleases exactly while helm-controller's Deployment exists", async () => {
      await cluster.apply(helmRelease);
      await until("it is ready", async () => conditionsOf(await cluster.get(helmRelease))["Ready"] === "True");
      assert.match(JSON.stringify(await cluster.get(helmRelease)), /simulated/);
      await cluster.remove({ ...source, metadata: fluxMeta("helm-controller") });
      await until("the stand-in is gone", async () => (await cluster.get(helmStage)) === undefined, 5);
      await cluster.remove(helmRelease);
      assert.notEqual(await cluster.get(helmRelease), undefined, "nobody removes its finalizer");
    });
  });

  describe("at its end", () => {
    it("goes whole, with what a killed supervisor left", async () => {
      await startPlatform("production", root);
      const status = await platformStatus(root);
      for (const { supervisorPid } of status.environments) process.kill(supervisorPid ?? assert.fail(), "SIGKILL");
      const staging = await stopPlatform("staging", root);
      assert.ok(staging.processes.some((line) => line.startsWith("etcd of staging")));
      assert.ok(!existsSync(folders().folder));
      assert.equal((await startPlatform("production", root)).repositoryUrl, platform.repositoryUrl);
      await stopPlatform("all", root);
      assert.deepEqual(processesOf(root), []);
      assert.ok(!existsSync(root));
    });
  });
});

function fluxMeta(name: string): { readonly name: string; readonly namespace: string } {
  return { name, namespace: "flux-system" };
}

function inFluxSystem(object: KubernetesObject): KubernetesObject & Readonly<Record<string, unknown>> {
  return { ...object, metadata: { ...object.metadata, namespace: "flux-system" } };
}

function crdsFirst(a: KubernetesObject, b: KubernetesObject): number {
  return Number(b.kind === "CustomResourceDefinition") - Number(a.kind === "CustomResourceDefinition");
}

function repositoryOf({ repositoryUrl }: LocalPlatform): KubernetesObject & Readonly<Record<string, unknown>> {
  const spec = { interval: "1m", timeout: "10s", url: repositoryUrl, ref: { branch: "main" } };
  return { apiVersion: "source.toolkit.fluxcd.io/v1", kind: "GitRepository", metadata: fluxMeta("unread"), spec };
}
