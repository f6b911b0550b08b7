import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { generatedModel } from "../../bench/monorepo/model";
import { documentsOf, textsOf } from "../../bench/monorepo/tree";
import { render } from "../../components/manifests/render";

function texts(size: Parameters<typeof generatedModel>[0]): ReadonlyMap<string, string> {
  return textsOf(render({ model: generatedModel(size), clusters: {} }));
}

describe("the generated monorepo", () => {
  const tree = texts({ apps: 3 });

  it("has ten files an app, and one for each environment", () => {
    const paths = [...tree.keys()].filter((path) => path.startsWith("apps/"));
    assert.equal(paths.length, 3 * 10 + 2);
    assert.deepEqual(
      paths.filter((path) => path.includes("app-0001")),
      [
        ...["deployment", "kustomization", "service", "storage"].map((name) => `apps/base/app-0001/${name}.yaml`),
        ...["production", "staging"].flatMap((environment) =>
          ["kustomization", "namespace", "replicas-patch"].map((name) => `apps/${environment}/app-0001/${name}.yaml`),
        ),
      ],
    );
  });

  it("changes one file of one base", () => {
    const changed = texts({ apps: 3, changed: 2 });
    assert.deepEqual([...changed.keys()], [...tree.keys()]);
    assert.deepEqual(
      [...changed].filter(([path, text]) => tree.get(path) !== text).map(([path]) => path),
      ["apps/base/app-0002/deployment.yaml"],
    );
  });

  it("gives its peers one document a file", () => {
    const kinds = new Map<unknown, number>();
    for (const [, document] of documentsOf(tree)) {
      const kind = typeof document === "object" && document !== null && "kind" in document ? document.kind : document;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries(kinds), {
      Deployment: 3 + 3 * 2,
      Kustomization: 3 + 3 * 2 + 2,
      Namespace: 3 * 2,
      PersistentVolumeClaim: 3,
      Service: 3,
    });
  });
});
