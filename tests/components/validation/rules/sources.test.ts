import { changed, edited, type Files } from "../sound-tree";
import { breaking, passing } from "../table";

const apps = "clusters/staging/apps.yaml";
const components = "clusters/staging/flux-system/gotk-components.yaml";

const definition = (plural: string, kind: string, apiVersion: string): string => {
  const [group = "", version = ""] = apiVersion.split("/");
  return `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.${group}
spec:
  group: ${group}
  names: { kind: ${kind}, plural: ${plural} }
  scope: Namespaced
  versions:
    - name: ${version}
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
`;
};

const generator = (source: string, ...folders: readonly string[]): string =>
  `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata:
  name: flux-system
  namespace: flux-system
spec:
  sources:
    - alias: monorepo
      kind: GitRepository
      name: ${source}
  artifacts:
    - name: apps
      copy:
${folders.map((folder) => `        - from: "@monorepo/${folder}/**"\n          to: "@artifact/${folder}/"\n`).join("")}`;

/** The sound tree with source-watcher, apps behind an artifact of their own. */
function split(artifacts: string | undefined): Files {
  const files = edited(apps, "kind: GitRepository\n    name: flux-system", "kind: ExternalArtifact\n    name: apps");
  files.set(
    components,
    [
      files.get(components) ?? "",
      definition("artifactgenerators", "ArtifactGenerator", "source.extensions.fluxcd.io/v1beta1"),
      definition("externalartifacts", "ExternalArtifact", "source.toolkit.fluxcd.io/v1"),
    ].join(""),
  );
  if (artifacts !== undefined) files.set("clusters/staging/artifacts.yaml", artifacts);
  return files;
}

const resource = "Kustomization flux-system/apps";

describe("rules about sources", () => {
  breaking([
    {
      title: "an artifact that nobody makes",
      files: split(undefined),
      code: "missing-source",
      path: apps,
      resource,
      message: /source from ExternalArtifact flux-system\/apps, which no layer declares; known: none/,
    },
    {
      title: "an artifact of another name",
      files: split(generator("flux-system", "apps/base", "apps/staging").replace("name: apps", "name: app")),
      code: "missing-source",
      path: apps,
      resource,
      message: /ExternalArtifact flux-system\/apps, which no layer declares; known: flux-system\/app$/,
    },
    {
      title: "a generator of a source that does not exist",
      files: split(generator("mirror", "apps/base", "apps/staging")),
      code: "missing-source",
      path: "clusters/staging/artifacts.yaml",
      resource: "ArtifactGenerator flux-system/flux-system",
      message: /GitRepository flux-system\/mirror, which no layer declares; known: flux-system\/flux-system/,
    },
    {
      title: "an artifact without the bases of its overlays",
      files: split(generator("flux-system", "apps/staging")),
      code: "incomplete-artifact",
      path: apps,
      resource,
      message:
        /^the build of \.\/apps\/staging reads apps\/base\/web\/deployment\.yaml \(and \d+ more\), which the artifact apps lacks; add a copy/,
    },
    {
      title: "an artifact that has the bases elsewhere than the overlays look",
      files: split(
        generator("flux-system", "apps/base", "apps/staging").replace("@artifact/apps/base/", "@artifact/base/"),
      ),
      code: "incomplete-artifact",
      path: apps,
      resource,
      message: /which the artifact apps lacks/,
    },
    {
      title: "a layer of a mirror that is not declared",
      files: edited(apps, "name: flux-system\n", "name: flux-system-mirror\n"),
      code: "missing-source",
      path: apps,
      resource,
      message:
        /GitRepository flux-system\/flux-system-mirror, which no layer declares; known: flux-system\/flux-system/,
    },
  ]);
  passing([
    {
      title: "an artifact that holds what its layer is built of",
      files: split(generator("flux-system", "apps/base", "apps/staging")),
    },
    {
      title: "a mirror beside the repository",
      files: changed({
        "clusters/staging/mirror.yaml":
          "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata:\n  name: mirror\n  namespace: flux-system\nspec:\n  url: https://mirror.example.com/monorepo\n",
        [apps]: edited(apps, "kind: GitRepository\n    name: flux-system", "kind: GitRepository\n    name: mirror").get(
          apps,
        ),
      }),
    },
  ]);
});
