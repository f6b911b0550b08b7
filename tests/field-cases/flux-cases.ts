import { edited, type Files, soundTree, withObject } from "../components/validation/sound-tree";
import { apps, configMap, type FieldCase, kustomization, layerOf, over, overlay, release, sync } from "./case";

const script = (text: string): string => configMap(`  run.sh: |\n    ${text}\n`);
const substituting = (content: string): Files =>
  over(withObject(content), { [apps]: layerOf("  postBuild:\n    substitute:\n      host: a\n") });
const issuer = "apiVersion: cert-manager.io/v1\nkind: Issuer\nmetadata: { name: i }\nspec: { selfSigned: {} }\n";
/** Faults that Flux alone would find. */
export const fluxCases: readonly FieldCase[] = [
  {
    number: 15,
    title: "a variable of a script",
    files: substituting(script("echo ${HOME}")),
    rule: "undeclared-variable",
  },
  {
    number: 15,
    title: "a variable of a key",
    files: substituting(configMap("  ${HOME}: a\n")),
    rule: "undeclared-variable",
  },
  {
    number: 15,
    title: "a variable of a chart's values",
    files: substituting(release("  values: { a: '${HOME}' }\n")),
    rule: "undeclared-variable",
  },
  {
    number: 15,
    title: "variables of the shell, escaped or with defaults",
    files: substituting(script("echo $HOME $${HOME} ${HOME:-x}")),
  },
  {
    number: 15,
    title: "substitution in Flux itself",
    files: over(soundTree(), { [sync]: `${soundTree().get(sync) ?? ""}  postBuild:\n    substitute: { a: b }\n` }),
    rule: "root-substitution",
  },
  {
    number: 15,
    title: "values that nobody has",
    files: over(soundTree(), {
      [apps]: layerOf("  postBuild:\n    substituteFrom:\n      - kind: ConfigMap\n        name: nope\n"),
    }),
    rule: "missing-substitution",
  },
  {
    number: 17,
    title: "a layer that waits for itself",
    files: edited(apps, "- name: infrastructure", "- name: apps"),
    rule: "dependency-cycle",
  },
  {
    number: 17,
    title: "releases that wait for each other",
    files: withObject(
      `${release("  dependsOn: [{ name: b }]\n", "a")}---\n${release("  dependsOn: [{ name: a }]\n", "b")}`,
    ),
    rule: "dependency-cycle",
  },
  {
    number: 17,
    title: "a layer of no name",
    files: edited(apps, "- name: infrastructure", "- name: infra"),
    rule: "unknown-dependency",
  },
  {
    number: 17,
    title: "a layer that is a release",
    files: over(withObject(release("", "nope")), {
      [apps]: edited(apps, "- name: infrastructure", "- name: infrastructure\n    - name: nope").get(apps) ?? "",
    }),
    rule: "unknown-dependency",
  },
  {
    number: 17,
    title: "a layer that does not wait",
    files: edited("clusters/staging/infrastructure.yaml", "  wait: true\n", ""),
    rule: "dependency-without-wait",
  },
  {
    number: 18,
    title: "a resource beside the chart of its kind",
    files: withObject(`${release("")}---\n${issuer}`),
    rule: "missing-crd",
  },
  {
    number: 18,
    title: "a namespace that nobody creates",
    files: withObject(configMap("  a: b\n")).set(
      overlay,
      kustomization((text) =>
        text.replace("namespace: web", "namespace: nowhere").replace("- namespace.yaml", "- added.yaml"),
      ),
    ),
    rule: "missing-namespace",
  },
  {
    number: 18,
    title: "a namespace that a chart goes to",
    files: withObject(release("  targetNamespace: nowhere\n")),
    rule: "missing-namespace",
  },
  {
    number: 18,
    title: "a namespace that a chart brings",
    files: withObject(release("  targetNamespace: nowhere\n  install: { createNamespace: true }\n")),
  },
  {
    number: 20,
    title: "an address in scp form",
    files: edited(sync, "https://git.example.com/", "git@git.example.com:"),
    rule: "source-url",
  },
  {
    number: 20,
    title: "a token in an address",
    files: edited(sync, "https://git.", "https://ghp_a@git."),
    rule: "source-url",
  },
  {
    number: 20,
    title: "a token in a query",
    files: edited(sync, "/monorepo", "/monorepo?access_token=a"),
    rule: "source-url",
  },
  {
    number: 21,
    title: "a root of another environment",
    files: edited(sync, "path: ./clusters/staging", "path: ./clusters/production"),
    rule: "foreign-path",
  },
  {
    number: 21,
    title: "a layer of another environment",
    files: over(soundTree(), {
      "apps/production/kustomization.yaml": "resources: [../staging/web]\n",
      [apps]: edited(apps, "path: ./apps/staging", "path: ./apps/production").get(apps) ?? "",
    }),
    rule: "foreign-path",
  },
];
