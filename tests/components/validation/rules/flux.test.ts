import { appended, edited, withObject } from "../sound-tree";
import { breaking, passing } from "../table";

const apps = "clusters/staging/apps.yaml";
const layer = "Kustomization flux-system/apps";
const sync = "clusters/staging/flux-system/gotk-sync.yaml";
const repository = "infrastructure/staging/repository.yaml";
const postBuild = "  postBuild:\n    substitute:\n      host: web.example.com\n";
const script = (text: string, annotations = ""): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: script\n${annotations}data:\n  run.sh: |\n    ${text}\n`;

describe("rules about Flux and schemas", () => {
  breaking([
    {
      title: "an unknown field of a Flux kind",
      files: edited(apps, "interval: 1h", "interval: 1h\n  timeot: 5m"),
      code: "schema",
      path: apps,
      resource: layer,
      message: /^spec.timeot is no field of this kind; did you mean timeout\?/,
    },
    {
      title: "a duration that Flux does not read",
      files: edited(apps, "interval: 1h", "interval: 1 hour"),
      code: "schema",
      path: apps,
      resource: layer,
      message: /^spec.interval is "1 hour", but must match/,
    },
    {
      title: "an unknown field of a built-in kind",
      files: edited(
        "apps/base/web/deployment.yaml",
        "          image:",
        "          imagePullPolicyy: Always\n          image:",
      ),
      code: "schema",
      path: "apps/base/web/deployment.yaml",
      resource: "Deployment web/web",
      message: /^spec.template.spec.containers\[0\].imagePullPolicyy is no field of this kind/,
    },
    {
      title: "a number where a string belongs",
      files: withObject("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: numbers\ndata:\n  port: 8080\n"),
      code: "schema",
      path: "apps/staging/web/added.yaml",
      resource: "ConfigMap web/numbers",
      message: /^data.port must be of type string/,
    },
    {
      title: "a version that the installed Flux does not serve",
      files: edited(repository, "source.toolkit.fluxcd.io/v1", "source.toolkit.fluxcd.io/v1beta2"),
      code: "served-version",
      path: repository,
      resource: "HelmRepository shared/charts",
      message: /source.toolkit.fluxcd.io\/v1beta2 is not served.*use source.toolkit.fluxcd.io\/v1$/,
    },
    {
      title: "a version that Kubernetes has removed",
      files: withObject(
        "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata:\n  name: web\nspec:\n  minAvailable: 1\n",
      ),
      code: "removed-api",
      path: "apps/staging/web/added.yaml",
      resource: "PodDisruptionBudget web/web",
      message: /policy\/v1beta1 was removed from Kubernetes; use policy\/v1/,
    },
    {
      title: "a kind that Kubernetes never had",
      files: withObject("apiVersion: v1\nkind: ConfigMapp\nmetadata:\n  name: typo\n"),
      code: "removed-api",
      path: "apps/staging/web/added.yaml",
      resource: "ConfigMapp web/typo",
      message: /Kubernetes has no kind ConfigMapp in v1/,
    },
    {
      title: "a URL in scp form",
      files: edited(sync, "https://git.example.com/monorepo", "git@git.example.com:monorepo.git"),
      code: "source-url",
      path: sync,
      resource: "GitRepository flux-system/flux-system",
      message: /scp form, which Flux rejects; write ssh:\/\/git@git.example.com\/monorepo.git/,
    },
    {
      title: "a token in a URL, which the message does not repeat",
      files: edited(sync, "https://git.", "https://user:token@git."),
      code: "source-url",
      path: sync,
      resource: "GitRepository flux-system/flux-system",
      message: /^spec.url https:\/\/\*\*\*@git.example.com\/monorepo holds credentials/,
    },
    {
      title: "an OCI registry of the default type",
      files: edited(repository, "  type: oci\n", ""),
      code: "source-url",
      path: repository,
      resource: "HelmRepository shared/charts",
      message: /set spec.type: oci/,
    },
    {
      title: "a variable that nobody declares",
      files: withObject(script("echo ${HOME} ${host} ${mode:=slow} $${literal}")).set(
        apps,
        appended(apps, postBuild).get(apps) ?? "",
      ),
      code: "undeclared-variable",
      path: "apps/staging/web/added.yaml",
      resource: "ConfigMap web/script",
      message: /\$\{HOME\} is not declared under postBuild of layer apps \(known: host\).*substitute: disabled/,
    },
    {
      title: "shell that Flux cannot read as a variable",
      files: withObject(script("echo ${#list[@]}")).set(apps, appended(apps, postBuild).get(apps) ?? ""),
      code: "undeclared-variable",
      path: "apps/staging/web/added.yaml",
      resource: "ConfigMap web/script",
      message: /\$\{#list\[@\]\} is no variable that Flux can substitute/,
    },
    {
      title: "an expression that Flux does not know, on which the whole layer fails",
      files: withObject(script("echo ${host-a}")).set(apps, appended(apps, postBuild).get(apps) ?? ""),
      code: "undeclared-variable",
      path: "apps/staging/web/added.yaml",
      resource: "ConfigMap web/script",
      message: /\$\{host-a\} is no variable that Flux can substitute: its closing brace is missing/,
    },
    {
      title: "a variable within a default",
      files: withObject(script("echo ${other:=a${nope}b}")).set(apps, appended(apps, postBuild).get(apps) ?? ""),
      code: "undeclared-variable",
      path: "apps/staging/web/added.yaml",
      resource: "ConfigMap web/script",
      message: /\$\{nope\} is not declared/,
    },
    {
      title: "substitution in the root",
      files: appended(sync, postBuild),
      code: "root-substitution",
      path: sync,
      resource: "Kustomization flux-system/flux-system",
      message: /would substitute in Flux's own components/,
    },
  ]);
  passing([
    { title: "shell variables where nothing is substituted", files: withObject(script("echo ${HOME}")) },
    {
      title: "an object that opts out",
      files: withObject(
        script("echo ${HOME}", "  annotations:\n    kustomize.toolkit.fluxcd.io/substitute: disabled\n"),
      ).set(apps, appended(apps, postBuild).get(apps) ?? ""),
    },
    {
      title: "a number and a name that a variable becomes",
      files: withObject(
        "apiVersion: v1\nkind: Service\nmetadata:\n  name: ${host}\n  labels: { of: '${host}' }\nspec:\n  selector: { app: web }\n  ports:\n    - port: ${port:=80}\n",
      ).set(apps, appended(apps, postBuild).get(apps) ?? ""),
    },
    {
      title: "variables of an object of which nothing is known",
      files: withObject(script("echo ${address}")).set(
        apps,
        appended(
          apps,
          `  postBuild:\n    substituteFrom:\n      - kind: ConfigMap\n        name: cluster-variables\n        optional: true\n`,
        ).get(apps) ?? "",
      ),
    },
  ]);
});
