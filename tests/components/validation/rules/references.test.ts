import { changed, edited, type Files, withObject } from "../sound-tree";
import { breaking, passing } from "../table";

const deployment = "apps/base/web/deployment.yaml";
const web = "Deployment web/web";

const release = (more: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: chart
spec:
  interval: 1h
${more}`;
const chart =
  "  chart:\n    spec:\n      chart: thing\n      sourceRef: { kind: HelmRepository, name: charts, namespace: shared }\n";

describe("rules about references", () => {
  breaking([
    {
      title: "the same object in two layers",
      files: changed({
        "apps/staging/kustomization.yaml": "resources:\n  - web\n  - namespace.yaml\n",
        "apps/staging/namespace.yaml": "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shared\n",
      }),
      code: "duplicate-object",
      path: "infrastructure/staging/namespace.yaml",
      resource: "Namespace shared",
      message: /also declared by apps\/staging\/namespace.yaml \(layer apps; here layer infrastructure\)/,
    },
    {
      title: "a path that does not exist",
      files: edited("clusters/staging/apps.yaml", "./apps/staging", "./apps/stagin").set("apps/stagin.md", ""),
      code: "missing-path",
      path: "clusters/staging/apps.yaml",
      resource: "Kustomization flux-system/apps",
      message:
        /spec.path is .\/apps\/stagin, which the repository does not have; the closest folders are apps\/staging/,
    },
    {
      title: "a release whose repository does not exist",
      files: withObject(release(chart.replace("charts", "chart"))),
      code: "missing-source",
      path: "apps/staging/web/added.yaml",
      resource: "HelmRelease web/chart",
      message: /HelmRepository shared\/chart, which no layer declares; known: shared\/charts/,
    },
    {
      title: "a ConfigMap that does not exist",
      files: edited(deployment, "name: settings, key", "name: setting, key"),
      code: "missing-config",
      path: deployment,
      resource: web,
      message:
        /env GREETING of container web needs ConfigMap web\/setting, which no layer declares; in that namespace: settings/,
    },
    {
      title: "an entry that the ConfigMap lacks",
      files: edited(deployment, "key: greeting", "key: greting"),
      code: "missing-key",
      path: deployment,
      resource: web,
      message:
        /needs the entry greting of ConfigMap web\/settings \(apps\/base\/web\/objects.yaml\), which has greeting/,
    },
    {
      title: "values that no layer declares",
      files: withObject(release(`${chart}  valuesFrom:\n    - kind: ConfigMap\n      name: values\n`)),
      code: "missing-values",
      path: "apps/staging/web/added.yaml",
      resource: "HelmRelease web/chart",
      message: /spec.valuesFrom\[0\] needs ConfigMap web\/values, which no layer declares; in that namespace: settings/,
    },
    {
      title: "a claim that does not exist",
      files: edited(deployment, "claimName: web", "claimName: data"),
      code: "missing-claim",
      path: deployment,
      resource: web,
      message: /volume data needs PersistentVolumeClaim web\/data.*: web/,
    },
    {
      title: "an account that does not exist",
      files: edited(deployment, "serviceAccountName: web", "serviceAccountName: robot"),
      code: "missing-account",
      path: deployment,
      resource: web,
      message: /spec.serviceAccountName needs ServiceAccount web\/robot/,
    },
    {
      title: "a pull secret that does not exist",
      files: edited(deployment, "- name: registry", "- name: pull"),
      code: "missing-pull-secret",
      path: deployment,
      resource: web,
      message: /imagePullSecrets needs Secret web\/pull/,
    },
    {
      title: "an object of a layer that comes later",
      files: changed({
        "infrastructure/staging/shared.yaml":
          "apiVersion: v1\nkind: Pod\nmetadata:\n  name: early\n  namespace: shared\nspec:\n  containers:\n    - name: early\n      image: example/early:1\n      envFrom:\n        - configMapRef: { name: late }\n",
        "apps/staging/kustomization.yaml": "resources:\n  - web\n  - late.yaml\n",
        "apps/staging/late.yaml":
          "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: late\n  namespace: shared\ndata:\n  a: b\n",
      }),
      code: "missing-config",
      path: "infrastructure/staging/shared.yaml",
      resource: "Pod shared/early",
      message:
        /needs ConfigMap shared\/late of layer apps \(apps\/staging\/late.yaml\), which is not applied before layer infrastructure; add it to dependsOn/,
    },
  ]);
  passing([
    { title: "a release with a chart of an earlier layer", files: withObject(release(chart)) },
    {
      title: "an optional reference",
      files: edited(deployment, "name: settings, key: greeting", "name: nothing, key: none, optional: true"),
    },
    {
      title: "the ConfigMap of every namespace",
      files: edited(deployment, "name: settings, key: greeting", "name: kube-root-ca.crt, key: ca.crt"),
    },
    { title: "a Secret that an ExternalSecret makes", files: withSecretMadeInCluster() },
  ]);
});

function withSecretMadeInCluster(): Files {
  const added = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: externalsecrets.external-secrets.io
spec:
  group: external-secrets.io
  names: { kind: ExternalSecret, plural: externalsecrets }
  scope: Namespaced
  versions: [{ name: v1, served: true, storage: true }]
---
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata:
  name: pull
spec: {}
`;
  const needing = edited(deployment, "- name: registry", "- name: pull").get(deployment) ?? "";
  return withObject(added).set(deployment, needing);
}
