import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildFolder } from "../../../components/kustomize/build";
import {
  type BuildOptions,
  buildFolders,
  type FolderBuild,
  type FolderRequest,
} from "../../../components/kustomize/build-folders";
import { folderCache } from "../../../components/kustomize/cache";
import type { TextFiles } from "../../../components/kustomize/tree/files";
import { describeObject, type KubernetesObject } from "../../../components/model/object";
import { kustomizeForTests } from "./tool";
import { overlayTree } from "./trees";

const byName = (objects: readonly KubernetesObject[]): Record<string, KubernetesObject> =>
  Object.fromEntries(objects.map((object) => [describeObject(object), object]));

async function buildOne(files: TextFiles, request: FolderRequest, options: BuildOptions): Promise<FolderBuild> {
  const [build] = await buildFolders(files, [request], options);
  assert.ok(build);
  return build;
}

describe("buildFolders", () => {
  const apps = Array.from({ length: 7 }, (_, index) => `app${index}`);
  const tree = overlayTree(apps, ["staging", "production"]);
  let tool = "";
  before(async () => {
    tool = await kustomizeForTests();
  });

  it("gives for an environment's root exactly what kustomize builds of it, however it is split", async () => {
    const whole = await buildFolder(tool, tree, "apps/staging");
    for (const batchSize of [1, 3, 50]) {
      const build = await buildOne(tree, { folder: "./apps/staging" }, { tool, batchSize });
      assert.deepEqual(build.failures, []);
      assert.deepEqual(byName(build.objects.map(({ object }) => object)), byName(whole));
    }
  });

  it("names the file of the tree that each object came from", async () => {
    const build = await buildOne(tree, { folder: "apps/production" }, { tool });
    const origins = build.objects.filter(({ object }) => object.metadata.name === "app3").map(({ origin }) => origin);
    assert.deepEqual(origins.sort(), [
      "apps/base/app3/deployment.yaml",
      "apps/base/app3/service.yaml",
      "apps/production/app3/namespace.yaml",
    ]);
  });

  it("reports the overlays that kustomize refuses and still builds the others", async () => {
    const broken = new Map(tree)
      .set("apps/staging/app2/kustomization.yaml", "resources:\n  - nowhere.yaml\n")
      .set(
        "apps/staging/app5/replicas-patch.yaml",
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: other\n",
      );
    const build = await buildOne(broken, { folder: "apps/staging" }, { tool });
    assert.equal(build.objects.length, 5 * 3);
    assert.deepEqual(
      build.failures.map(({ folder }) => folder),
      ["apps/staging/app2", "apps/staging/app5"],
    );
    assert.equal(build.failures[0]?.reason, 'lists "nowhere.yaml", which does not exist');
    assert.match(
      String(build.failures[1]?.reason),
      /^no resource matches strategic merge patch "Deployment.v1.apps\/other/,
    );
  });

  it("builds two overlays that hold the same object, so that both can be named", async () => {
    const twice = new Map(tree)
      .set("apps/staging/app1/namespace.yaml", "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: app0\n")
      .set("apps/staging/app1/kustomization.yaml", "resources:\n  - namespace.yaml\n");
    const build = await buildOne(twice, { folder: "apps/staging" }, { tool });
    const same = build.objects.filter(({ object }) => describeObject(object) === "Namespace app0");
    assert.deepEqual(
      same.map(({ origin }) => origin),
      ["apps/staging/app0/namespace.yaml", "apps/staging/app1/namespace.yaml"],
    );
  });

  it("tells the objects of two overlays of one base apart", async () => {
    const second = "namespace: second\nresources:\n  - ../../base/app0\n";
    const shared = new Map(tree)
      .set("apps/staging/second/kustomization.yaml", second)
      .set("apps/staging/kustomization.yaml", "resources:\n  - app0\n  - second\n");
    const build = await buildOne(shared, { folder: "apps/staging" }, { tool });
    const whole = await buildFolder(tool, shared, "apps/staging");
    assert.deepEqual(byName(build.objects.map(({ object }) => object)), byName(whole));
    assert.equal(new Set(build.objects.map(({ unit }) => unit)).size, 2);
  });

  it("keeps a folder whole where names are hashed, so that references still find them", async () => {
    const hashed = new Map(tree)
      .set(
        "apps/staging/app1/kustomization.yaml",
        "namespace: app0\nconfigMapGenerator:\n  - name: settings\n    literals: [a=b]\n",
      )
      .set(
        "apps/staging/app0/replicas-patch.yaml",
        `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: app0\nspec:\n  template:\n    spec:\n      containers:\n        - name: app0\n          envFrom:\n            - configMapRef:\n                name: settings\n`,
      );
    const build = await buildOne(hashed, { folder: "apps/staging" }, { tool });
    const whole = await buildFolder(tool, hashed, "apps/staging");
    assert.deepEqual(byName(build.objects.map(({ object }) => object)), byName(whole));
    assert.match(JSON.stringify(build.objects), /settings-[a-z0-9]{10}/);
  });

  it("applies what the Kustomization's spec adds, as the kustomize-controller does", async () => {
    const patch = JSON.stringify([{ op: "replace", path: "/spec/replicas", value: 9 }]);
    const spec = {
      targetNamespace: "elsewhere",
      patches: [{ target: { kind: "Deployment" }, patch }],
      images: [{ name: "example/app0", newTag: "2.0.0" }],
    };
    const one = overlayTree(["app0"], ["staging"]);
    const build = await buildOne(one, { folder: "apps/staging", spec }, { tool });
    const deployment = build.objects.find(
      ({ object }) => describeObject(object) === "Deployment elsewhere/app0",
    )?.object;
    assert.match(JSON.stringify(deployment), /"replicas":9.*example\/app0:2\.0\.0|example\/app0:2\.0\.0.*"replicas":9/);
  });

  it("answers from the cache while nothing that a folder reads has changed", async () => {
    const dir = await mkdtemp(join(tmpdir(), "flux-monorepo-cache-"));
    try {
      const inner = folderCache(dir);
      const written: string[] = [];
      const put = (entries: Iterable<readonly [string, unknown]>): void => {
        const added = [...entries];
        written.push(...added.map(([key]) => key));
        inner.builds.put(added);
      };
      const cache = { ...inner, builds: { ...inner.builds, put } };
      const requests = [{ folder: "apps/staging" }, { folder: "apps/production" }];
      const cold = await buildFolders(tree, requests, { tool, cache });
      assert.equal(written.length, 14);
      assert.deepEqual(await buildFolders(tree, requests, { tool, cache }), cold);
      assert.equal(written.length, 14);
      const base = tree.get("apps/base/app4/deployment.yaml") ?? "";
      await buildFolders(
        new Map(tree).set("apps/base/app4/deployment.yaml", base.replace("1.0.0", "1.1.0")),
        requests,
        { tool, cache },
      );
      assert.equal(written.length, 16);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
