import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { judge } from "../../../components/validation/judge";
import { kustomizeForTests } from "../kustomize/tool";
import { changed, edited, type Files } from "./sound-tree";

const base = "apps/base/web/";
const overlay = "apps/staging/web/";
const garbage = "a: [b\n c: d\n";

/** The faults alone, never what they lead to. */
const cases: readonly (readonly [string, Files, readonly string[]])[] = [
  ["a base's manifest", changed({ [`${base}deployment.yaml`]: garbage }), [`build-failed ${base}deployment.yaml`]],
  [
    "one object of a manifest, told beside a fault of another object",
    edited(`${base}objects.yaml`, "kind: ConfigMap\n", "kind: : ConfigMap\n").set(
      `${overlay}replicas-patch.yaml`,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicass: 2\n",
    ),
    [`build-failed ${base}objects.yaml`, `schema ${base}deployment.yaml`],
  ],
  [
    "a file whose path is misspelt, told beside a patch of the same folder",
    edited(`${overlay}kustomization.yaml`, "- namespace.yaml", "- namspace.yaml").set(
      `${overlay}replicas-patch.yaml`,
      "a: [b\n",
    ),
    [`build-failed ${overlay}kustomization.yaml`, `build-failed ${overlay}replicas-patch.yaml`],
  ],
  ["a namespace", changed({ [`${overlay}namespace.yaml`]: undefined }), [`build-failed ${overlay}kustomization.yaml`]],
  [
    "an overlay's kustomization",
    changed({ [`${overlay}kustomization.yaml`]: garbage }),
    [`build-failed ${overlay}kustomization.yaml`],
  ],
  [
    "a layer's kustomization",
    changed({ "apps/staging/kustomization.yaml": garbage }),
    ["build-failed apps/staging/kustomization.yaml"],
  ],
  [
    "the file of a layer",
    changed({ "clusters/staging/apps.yaml": garbage }),
    ["build-failed clusters/staging/apps.yaml"],
  ],
  [
    "the file of a layer that another depends on",
    changed({ "clusters/staging/infrastructure.yaml": garbage }),
    ["build-failed clusters/staging/infrastructure.yaml"],
  ],
  [
    "a patch that would have brought what another part of the object needs",
    edited(
      `${base}deployment.yaml`,
      "- name: data\n              mountPath: /data",
      "- name: cache\n              mountPath: /data",
    ).set(
      `${overlay}replicas-patch.yaml`,
      "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  template:\n    spec:\n      volumes: [{ name: cache, emptyDir: {} }\n",
    ),
    [`build-failed ${overlay}replicas-patch.yaml`],
  ],
];

describe("what was left out of a faulty build", function () {
  this.timeout(60_000);
  let tool = "";
  before(async () => {
    tool = await kustomizeForTests();
  });

  for (const [title, tree, told] of cases)
    it(`hides what only follows from it: ${title}`, async () => {
      const issues = await judge({ tree, build: { tool } });
      assert.deepEqual(issues.map(({ code, path }) => `${code} ${path}`).sort(), [...told].sort());
    });

  it("hides no fault that has nothing to do with it", async () => {
    const tree = edited(`${base}deployment.yaml`, "claimName: web", "claimName: data")
      .set(`${overlay}replicas-patch.yaml`, garbage)
      .set("infrastructure/staging/shared.yaml", garbage);
    const issues = await judge({ tree, build: { tool } });
    assert.deepEqual(
      issues.map(({ code, path }) => `${code} ${path}`),
      [
        `missing-claim ${base}deployment.yaml`,
        `build-failed ${overlay}replicas-patch.yaml`,
        "build-failed infrastructure/staging/shared.yaml",
      ],
    );
  });

  it("counts what the model leaves out as well, for its own environment", async () => {
    const tree = edited(`${base}deployment.yaml`, "claimName: web", "claimName: data");
    const text = '{"kind":"PersistentVolumeClaim","metadata":{"name":"data"}}';
    const left = { kind: "objects", text, files: new Set<string>() } as const;
    const codes = async (environment: string): Promise<readonly string[]> =>
      (await judge({ tree, build: { tool }, leftOut: [{ ...left, environment }] })).map(({ code }) => code);
    assert.deepEqual(await codes("staging"), []);
    assert.deepEqual(await codes("production"), ["missing-claim"]);
  });

  it("needs no allowance to be used there, and leaves no trace of itself in the issues", async () => {
    const allowances = [{ rule: "missing-config", object: "Deployment web/web", reason: "made elsewhere" }];
    const tree = edited(`${base}deployment.yaml`, "kind: Deployment", "kind: : Deployment");
    const issues = await judge({ tree, build: { tool }, allowances });
    assert.deepEqual(
      issues.map((issue) => [issue.code, "names" in issue, "parts" in issue]),
      [["build-failed", false, false]],
    );
  });
});
