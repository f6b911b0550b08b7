import { changed, edited, withObject } from "../sound-tree";
import { breaking, passing } from "../table";

const apps = "clusters/staging/apps.yaml";
const infrastructure = "clusters/staging/infrastructure.yaml";
const widget = (namespace: string): string =>
  `apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: one\n  namespace: ${namespace}\n`;
const definition =
  "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: widgets.example.com\nspec:\n  group: example.com\n  names: { kind: Widget, plural: widgets }\n  scope: Namespaced\n  versions: [{ name: v1, served: true, storage: true }]\n";

describe("rules about layers", () => {
  breaking([
    {
      title: "a layer that does not exist",
      files: edited(apps, "- name: infrastructure", "- name: infrastructur"),
      code: "unknown-dependency",
      path: apps,
      resource: "Kustomization flux-system/apps",
      message:
        /depends on "flux-system\/infrastructur", which is no Kustomization of this environment; known: flux-system\/infrastructure, /,
    },
    {
      title: "two layers that wait for each other",
      files: edited(infrastructure, "  wait: true\n", "  wait: true\n  dependsOn:\n    - name: apps\n").set(
        apps,
        edited(apps, "  prune: true\n", "  prune: true\n  wait: true\n  timeout: 5m\n").get(apps) ?? "",
      ),
      code: "dependency-cycle",
      path: apps,
      resource: "Kustomization flux-system/apps",
      message: /in a circle: apps → infrastructure → apps/,
    },
    {
      title: "a dependency that does not wait",
      files: edited(infrastructure, "  wait: true\n", ""),
      code: "dependency-without-wait",
      path: infrastructure,
      resource: "Kustomization flux-system/infrastructure",
      message: /layer apps depends on it, but it does not wait until it is ready; set spec.wait: true/,
    },
    {
      title: "a dependency that waits without end",
      files: edited(infrastructure, "  timeout: 5m\n", ""),
      code: "dependency-without-wait",
      path: infrastructure,
      resource: "Kustomization flux-system/infrastructure",
      message: /its wait has no end; set spec.timeout/,
    },
    {
      title: "a namespace that nobody creates",
      files: changed({
        "infrastructure/staging/namespace.yaml":
          "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shared\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: lost\n  namespace: nowhere\ndata:\n  a: b\n",
      }),
      code: "missing-namespace",
      path: "infrastructure/staging/namespace.yaml",
      resource: "ConfigMap nowhere/lost",
      message: /belongs to namespace nowhere, which no layer creates; add a Namespace/,
    },
    {
      title: "a namespace that a later layer creates",
      files: changed({
        "infrastructure/staging/namespace.yaml":
          "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shared\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: early\n  namespace: web\ndata:\n  a: b\n",
      }),
      code: "missing-namespace",
      path: "infrastructure/staging/namespace.yaml",
      resource: "ConfigMap web/early",
      message:
        /which layer apps creates \(apps\/staging\/web\/namespace.yaml\), not applied before layer infrastructure/,
    },
    {
      title: "a kind without a definition",
      files: withObject(widget("web")),
      code: "missing-crd",
      path: "apps/staging/web/added.yaml",
      resource: "Widget web/one",
      message: /the kind Widget \(example.com\/v1\) has no definition in this layer or an earlier one/,
    },
    {
      title: "a kind that a later layer defines",
      files: withObject(definition).set("infrastructure/staging/shared.yaml", widget("shared")),
      code: "missing-crd",
      path: "infrastructure/staging/shared.yaml",
      resource: "Widget shared/one",
      message: /defined by layer apps \(apps\/staging\/web\/added.yaml\), not applied before layer infrastructure/,
    },
    {
      title: "a kind of Flux that is not installed",
      files: changed({
        "clusters/staging/receiver.yaml":
          "apiVersion: notification.toolkit.fluxcd.io/v1\nkind: Receiver\nmetadata:\n  name: hook\n  namespace: flux-system\n",
      }),
      code: "missing-crd",
      path: "clusters/staging/receiver.yaml",
      resource: "Receiver flux-system/hook",
      message: /not among those of the installed Flux components/,
    },
    {
      title: "a Git source below the line",
      files: withObject(
        "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata:\n  name: other\nspec:\n  url: https://git.example.com/other\n",
      ),
      code: "flux-below-line",
      path: "apps/staging/web/added.yaml",
      resource: "GitRepository web/other",
      message: /belongs in clusters\/<environment>\/; elsewhere only HelmRelease, HelmRepository/,
    },
    {
      title: "an object of flux-system in a layer",
      files: changed({
        "infrastructure/staging/shared.yaml":
          "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: values\n  namespace: flux-system\ndata:\n  a: b\n",
      }),
      code: "flux-system-outside",
      path: "infrastructure/staging/shared.yaml",
      resource: "ConfigMap flux-system/values",
      message: /part of layer infrastructure, which would delete it/,
    },
  ]);
  passing([
    { title: "a kind with its definition in the same layer", files: withObject(`${definition}---\n${widget("web")}`) },
    {
      title: "a kind with its definition in an earlier layer",
      files: withObject(widget("web")).set("infrastructure/staging/shared.yaml", definition),
    },
    {
      title: "a kind that the chart of an earlier layer may bring",
      files: withObject(widget("web")).set(
        "infrastructure/staging/shared.yaml",
        "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata:\n  name: widgets\n  namespace: shared\nspec:\n  chart:\n    spec:\n      chart: widgets\n      sourceRef: { kind: HelmRepository, name: charts }\n",
      ),
    },
  ]);
});
