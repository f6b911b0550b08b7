import assert from "node:assert/strict";
import { posix } from "node:path";
import fc from "fast-check";
import { describe, it } from "mocha";
import { render, type RenderInput } from "../../../components/manifests/render";
import { parseManifests, parseYaml } from "../../../components/manifests/yaml";
import { defineApp, overlay } from "../../../components/model/authoring";
import type { FileTree } from "../../../components/model/file-tree";
import { IssuesError } from "../../../components/model/issue";
import { clusterSettings, deployment, fixtureModel, miniatureRelease, service, webApp } from "./fixture";
import { textOf, treeOf } from "./rendered";

const cluster = { settings: clusterSettings, release: miniatureRelease() };

function fixtureTree(input: Partial<RenderInput> = {}): FileTree {
  return render({ model: fixtureModel(), clusters: { staging: cluster }, ...input });
}

describe("the rendered tree", () => {
  it("has these files", () => {
    assert.deepEqual(
      [...fixtureTree().keys()],
      [
        ".sops.yaml",
        "README.md",
        "apps/base/web/deployment.yaml",
        "apps/base/web/kustomization.yaml",
        "apps/base/web/web-service.yaml",
        "apps/production/kustomization.yaml",
        "apps/production/web/kustomization.yaml",
        "apps/staging/kustomization.yaml",
        "apps/staging/only-here/kustomization.yaml",
        "apps/staging/only-here/settings.yaml",
        "apps/staging/web/deployment-patch.yaml",
        "apps/staging/web/kustomization.yaml",
        "apps/staging/web/replicas-patch.yaml",
        "apps/staging/web/web-service-json-patch.yaml",
        "apps/staging/web/web-token.sops.yaml",
        "clusters/staging/README.md",
        "clusters/staging/apps.yaml",
        "clusters/staging/flux-system/gotk-components.yaml",
        "clusters/staging/flux-system/gotk-sync.yaml",
        "clusters/staging/flux-system/kustomization.yaml",
        "clusters/staging/monitoring.yaml",
        "monitoring/configs/staging/kustomization.yaml",
      ],
    );
  });

  it("is the same bytes at every rendering", () => {
    assert.deepEqual([...fixtureTree()], [...fixtureTree()]);
  });

  it("ends every file with one newline", () => {
    for (const [path, file] of fixtureTree()) {
      if (file.kind === "text") assert.match(file.content, /[^\n]\n$/, path);
    }
  });

  it("holds sealed secrets without values, in the overlay's namespace", () => {
    assert.deepEqual(fixtureTree().get("apps/staging/web/web-token.sops.yaml"), {
      kind: "sealed",
      environment: "staging",
      secret: { sealed: true, name: "web-token", namespace: "web", stringData: { token: { secretKey: "webToken" } } },
      recipients: fixtureModel().environments["staging"]?.ageRecipients,
    });
  });

  it("leaves out what no run has sealed yet, with its line", () => {
    const path = "apps/staging/web/web-token.sops.yaml";
    const tree = fixtureTree({ pendingSeals: new Set([path]) });
    assert.equal(tree.has(path), false);
    assert.doesNotMatch(textOf(tree, "apps/staging/web/kustomization.yaml"), /sops/);
  });

  it("names every file and folder that a kustomization lists, and every path of a Kustomization", () => {
    const tree = fixtureTree();
    for (const [path, file] of tree) {
      if (file.kind !== "text" || !path.endsWith(".yaml")) continue;
      for (const target of namedPaths(path, parseManifests(file.content))) {
        assert(
          tree.has(target) || tree.has(`${target}/kustomization.yaml`) || target === "clusters/staging",
          `${path} names ${target}`,
        );
      }
    }
  });

  it("refuses two parts of the model that would share a file", () => {
    const app = defineApp("web", {
      deployment,
      fooBar: service,
      "foo-bar": { ...service, metadata: { name: "other" } },
    });
    assert.throws(
      () => treeOf(overlay(app, {})),
      (error) => error instanceof IssuesError && error.issues[0]?.path === "apps/base/web/foo-bar.yaml",
    );
  });

  it("refuses the manifests of another Flux version", () => {
    const other = { settings: clusterSettings, release: miniatureRelease("v2.8.0") };
    assert.throws(
      () => fixtureTree({ clusters: { staging: other } }),
      /pins Flux v2\.9\.5, but was given the manifests of v2\.8\.0/,
    );
  });

  it("writes any data of a ConfigMap so that it is read back", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: "binary" }), { noNullPrototype: true }), (data) => {
        const added = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "any" }, data };
        const tree = treeOf(overlay(webApp, { add: { any: added } }));
        assert.deepEqual(parseYaml(textOf(tree, "apps/staging/web/any.yaml")), added);
      }),
      { numRuns: 30 },
    );
  });
});

function namedPaths(path: string, documents: readonly unknown[]): readonly string[] {
  return (
    documents as readonly {
      kind: string;
      resources?: string[];
      patches?: { path: string }[];
      spec?: { path: string };
    }[]
  ).flatMap(({ kind, resources = [], patches = [], spec }) => {
    if (kind !== "Kustomization") return [];
    const local = [...resources, ...patches.map((patch) => patch.path)].map((name) =>
      posix.join(posix.dirname(path), name),
    );
    return spec === undefined ? local : [posix.normalize(spec.path)];
  });
}
