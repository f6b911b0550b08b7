import { changed, soundTree, withObject } from "../sound-tree";
import { breaking, passing } from "../table";

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: more\ndata:\n  a: b\n";

describe("rules about files", () => {
  breaking([
    {
      title: "a manifest that no kustomization lists",
      files: changed({ "apps/staging/web/forgotten.yaml": configMap }),
      code: "stray-file",
      path: "apps/staging/web/forgotten.yaml",
      message: /listed by no kustomization.*list it under resources/,
    },
    {
      title: "an overlay that its environment does not list",
      files: changed({
        "apps/staging/other/kustomization.yaml": "resources: [a.yaml]\n",
        "apps/staging/other/a.yaml": configMap,
      }),
      code: "stray-file",
      path: "apps/staging/other/kustomization.yaml",
      message: /built by no environment; list apps\/staging\/other/,
    },
    {
      title: "a layer that renders nothing",
      files: changed({
        "apps/staging/kustomization.yaml": "resources: []\n",
        ...without("apps/staging/web"),
        ...without("apps/base/web"),
      }),
      code: "empty-build",
      path: "apps/staging/kustomization.yaml",
      resource: "Kustomization flux-system/apps",
      message: /no object at all.*would delete/,
    },
    {
      title: "a folder without a kustomization file",
      files: changed({ "infrastructure/staging/kustomization.yaml": undefined }),
      code: "missing-kustomization",
      path: "infrastructure/staging",
      resource: "Kustomization flux-system/infrastructure",
      message: /no kustomization.yaml.*every YAML file/,
    },
    {
      title: "a plain `on` in free-form values",
      files: withObject(
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: more\n  annotations:\n    example.com/on: 'on'\nimmutable: on\n",
      ),
      code: "ambiguous-yaml",
      path: "apps/staging/web/added.yaml",
      message: /^immutable is written on, which Kubernetes reads as a boolean/,
    },
  ]);
  passing([
    {
      title: "the folders of an environment that is not part of the tree",
      files: changed({ "apps/production/kustomization.yaml": "resources: [../base/web]\n" }),
    },
    { title: "files that are no manifests", files: changed({ "apps/README.md": "on: yes", "renovate.json": "{}" }) },
    { title: "quoted words", files: withObject(`${configMap}  answer: "yes"\n`) },
  ]);
});

function without(folder: string): Record<string, undefined> {
  return Object.fromEntries(
    [...soundTree().keys()].filter((path) => path.startsWith(folder)).map((path) => [path, undefined]),
  );
}
