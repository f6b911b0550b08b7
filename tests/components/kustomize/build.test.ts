import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { kustomizeBuild } from "../../../components/kustomize/build";
import { BuildError } from "../../../components/kustomize/failure";
import { materialize } from "../../../components/kustomize/materialize";
import { describeObject } from "../../../components/model/object";
import { kustomizeForTests } from "./tool";
import { overlayTree } from "./trees";

const layer =
  "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata:\n  name: apps\n  namespace: flux-system\n";

describe("kustomizeBuild", () => {
  let dir = "";
  let tool = "";
  before(async () => {
    tool = await kustomizeForTests();
  });
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "flux-monorepo-tree-"));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it("builds a folder that has a kustomization file", async () => {
    materialize(overlayTree(["web"], ["staging"]), dir);
    const objects = await kustomizeBuild(tool, join(dir, "apps/staging"));
    assert.deepEqual(objects.map(describeObject).sort(), ["Deployment web/web", "Namespace web", "Service web/web"]);
  });

  it("builds a folder without one as Flux does: files of any depth, a nested kustomization as one, and leaves the folder as it is", async () => {
    const files = new Map([
      ["apps.yaml", layer],
      ["README.md", "text"],
      [".sops.yaml", "creation_rules: []"],
      ["more/namespace.yaml", "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: more\n"],
      ["flux-system/kustomization.yaml", "namePrefix: nested-\nresources:\n  - listed.yaml\n"],
      ["flux-system/listed.yaml", layer.replace("name: apps", "name: listed")],
      ["flux-system/unlisted.yaml", layer.replace("name: apps", "name: unlisted")],
    ]);
    materialize(files, dir);
    const objects = await kustomizeBuild(tool, dir);
    assert.deepEqual(objects.map(describeObject).sort(), [
      "Kustomization flux-system/apps",
      "Kustomization flux-system/nested-listed",
      "Namespace more",
    ]);
    assert.deepEqual((await readdir(dir)).sort(), [".sops.yaml", "README.md", "apps.yaml", "flux-system", "more"]);
  });

  it("says which folder is refused and why, without the chain that led there", async () => {
    const files = new Map([
      ["kustomization.yaml", "resources:\n  - web\n"],
      ["web/kustomization.yaml", "resource:\n  - a.yaml\n"],
    ]);
    materialize(files, dir);
    await assert.rejects(kustomizeBuild(tool, dir), (error: unknown) => {
      assert.ok(error instanceof BuildError);
      assert.deepEqual(error.failure, {
        folder: "web",
        reason: 'invalid Kustomization: json: unknown field "resource"',
      });
      return true;
    });
  });

  it("refuses objects that the API server has no use for, which kustomize lets pass", async () => {
    materialize(
      new Map([
        ["kustomization.yaml", "resources:\n  - a.yaml\n"],
        ["a.yaml", "kind: ConfigMap\nmetadata: { name: a }\ndata: { a: b }\n"],
      ]),
      dir,
    );
    await assert.rejects(kustomizeBuild(tool, dir), /no object of Kubernetes: ConfigMap a lacks apiVersion/);
  });

  it("refuses a path that leaves the tree", () => {
    assert.throws(() => {
      materialize(new Map([["../outside.yaml", ""]]), dir);
    }, /leaves the tree/);
  });
});
