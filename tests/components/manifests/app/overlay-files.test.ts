import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { render } from "../../../../components/manifests/render";
import { parseYaml } from "../../../../components/manifests/yaml";
import { defineApp, overlay } from "../../../../components/model/authoring";
import type { FileTree } from "../../../../components/model/file-tree";
import { deployment, fixtureModel, service, webApp } from "../fixture";
import { body, textOf, treeOf } from "../rendered";

function fixtureTree(): FileTree {
  return render({ model: fixtureModel(), clusters: {} });
}

describe("the files of an overlay", () => {
  it("writes a kustomization that lists base, added objects, patches and images", () => {
    const yaml = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources:
  - ../../base/web
  - web-token.sops.yaml
namespace: web
patches:
  - path: deployment-patch.yaml
  - path: replicas-patch.yaml
  - path: web-service-json-patch.yaml
    target:
      version: v1
      kind: Service
      name: web
images:
  - name: registry.example.org:5000/migrate
    newTag: "1.10"
`;
    assert.equal(body(fixtureTree(), "apps/staging/web/kustomization.yaml"), yaml);
  });

  it("writes patches that name what they patch", () => {
    const yaml = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 3\n";
    assert.equal(body(fixtureTree(), "apps/staging/web/replicas-patch.yaml"), yaml);
    assert.equal(
      body(fixtureTree(), "apps/staging/web/web-service-json-patch.yaml"),
      "- op: replace\n  path: /spec/ports/0/port\n  value: 8080\n",
    );
  });

  it("gives a patch file the resource's name where the app has several of that kind", () => {
    const app = defineApp("web", {
      front: deployment,
      back: { ...deployment, metadata: { name: "back", namespace: "own" } },
      service,
    });
    const tree = treeOf(overlay(app, { replicas: { back: 2 } }));
    assert.match(body(tree, "apps/staging/web/back-replicas-patch.yaml"), /name: back\n {2}namespace: own\n/);
  });

  it("is the base alone for an empty overlay", () => {
    const tree = treeOf(overlay(webApp, {}));
    const files = [...tree.keys()].filter((path) => path.startsWith("apps/staging/web/"));
    assert.deepEqual(files, ["apps/staging/web/kustomization.yaml"]);
    assert.deepEqual(parseYaml(textOf(tree, "apps/staging/web/kustomization.yaml")), {
      apiVersion: "kustomize.config.k8s.io/v1beta1",
      kind: "Kustomization",
      resources: ["../../base/web"],
    });
  });

  it("keeps a script line for line", () => {
    const yaml = body(fixtureTree(), "apps/staging/only-here/settings.yaml");
    assert.match(yaml, /run\.sh: \|\n {4}echo a\n {4}echo b\n {2}answer: "on"\n$/);
  });
});
