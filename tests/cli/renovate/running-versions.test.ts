import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { describeDependency } from "../../../cli/renovate/dependency";
import { runningVersions, type BuiltEnvironment } from "../../../cli/renovate/running-versions";
import type { KubernetesObject } from "../../../components/model/object";

type Fields = Readonly<Record<string, unknown>>;

function object(kind: string, apiVersion: string, fields: Fields): KubernetesObject {
  return { apiVersion, kind, metadata: { name: "app", namespace: "app" }, ...fields };
}

function running(...objects: readonly KubernetesObject[]): readonly string[] {
  const built = objects.map((one) => ({ object: one }));
  const find: BuiltEnvironment["find"] = ({ kind, name }) =>
    built.filter((one) => one.object.kind === kind && one.object.metadata.name === name);
  return runningVersions({ objects: built, find }).map(({ dependency }) => describeDependency(dependency));
}

const helm = "helm.toolkit.fluxcd.io/v2";
const source = "source.toolkit.fluxcd.io/v1";
const chart = { chart: "app", version: "1.2.3", sourceRef: { kind: "HelmRepository", name: "app" } };
const release = object("HelmRelease", helm, { spec: { chart: { spec: chart } } });

describe("the versions that objects run", () => {
  it("are those of containers and init containers, once each", () => {
    const pod = {
      initContainers: [{ name: "a", image: "registry:5000/a:1" }],
      containers: [
        { name: "b", image: "docker.io/b:2@sha256:0" },
        { name: "c", image: "docker.io/b:2@sha256:0" },
      ],
    };
    const job = object("CronJob", "batch/v1", { spec: { jobTemplate: { spec: { template: { spec: pod } } } } });
    assert.deepEqual(running(job), ["docker registry:5000/a 1", "docker docker.io/b 2 sha256:0"]);
  });

  it("are those of charts, wherever they come from", () => {
    const repository = (url: string): KubernetesObject => object("HelmRepository", source, { spec: { url } });
    assert.deepEqual(running(repository("oci://ghcr.io/charts/"), release), ["docker ghcr.io/charts/app 1.2.3"]);
    assert.deepEqual(running(release, repository("https://charts.example.org")), [
      "helm app https://charts.example.org 1.2.3",
    ]);
  });

  it("are those of artifacts that releases refer to", () => {
    const spec = { url: "oci://ghcr.io/charts/app", ref: { tag: "1.2.3" } };
    assert.deepEqual(
      running(
        object("OCIRepository", source, { spec }),
        object("HelmRelease", helm, { spec: { chartRef: { kind: "OCIRepository", name: "app" } } }),
      ),
      ["docker ghcr.io/charts/app 1.2.3"],
    );
  });

  it("are those of images in a release's values", () => {
    const values = {
      image: { registry: "docker.io", repository: "a", tag: "1" },
      sidecars: [{ repository: "b", tag: "2" }],
      job: { image: "registry:5000/c:3" },
      other: { image: "from-the-chart" },
    };
    const images = running(object("HelmRelease", helm, { spec: { values } }));
    assert.deepEqual(images, ["docker docker.io/a 1", "docker b 2", "docker registry:5000/c 3"]);
  });

  it("is one of Flux for all that it consists of", () => {
    const labels = { "app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.9.5" };
    const spec = { template: { spec: { containers: [{ name: "manager", image: "ghcr.io/fluxcd/a:v1" }] } } };
    const controller = { ...object("Deployment", "apps/v1", { spec }), metadata: { name: "a", labels } };
    assert.deepEqual(running(controller), ["github-releases fluxcd/flux2 v2.9.5"]);
  });
});
