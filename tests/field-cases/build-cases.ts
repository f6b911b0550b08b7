import { appended, changed, edited, soundTree, withObject } from "../components/validation/sound-tree";
import { apps, configMap, type FieldCase, kustomization, layerOf, over, overlay, release, sync } from "./case";

const shared = "infrastructure/staging/shared.yaml";
const target = "      kind: Deployment\n      name: web";
const deleting = (of: string): string =>
  `  - target: ${of}\n    patch: |\n      $patch: delete\n      apiVersion: v1\n      kind: X\n      metadata: { name: x }\n`;
const withPatch = (patch: string): ReturnType<typeof soundTree> =>
  over(soundTree(), { [overlay]: kustomization((text) => text.replace("patches:\n", `patches:\n${patch}`)) });
const replacing = (name: string): string =>
  `replacements:\n  - source: { kind: ConfigMap, name: settings, fieldPath: data.greeting }\n    targets:\n      - select: { kind: Deployment, name: ${name} }\n        fieldPaths: [metadata.labels.app]\n`;
const labels = (pair: string, selectors = true): string =>
  `labels:\n  - pairs: { ${pair} }\n    includeSelectors: ${selectors}\n`;
const generated = (name: string, key: string): ReturnType<typeof soundTree> =>
  over(withObject(release(`  valuesFrom:\n    - kind: ConfigMap\n      name: ${name}\n      valuesKey: ${key}\n`)), {
    [overlay]: kustomization(
      (text) =>
        `${text.replace("- namespace.yaml", "- namespace.yaml\n  - added.yaml")}configMapGenerator:\n  - name: vals\n    literals: [values.yaml=a]\n`,
    ),
  });

/** Builds of kustomize that pass and do the wrong thing. */
export const buildCases: readonly FieldCase[] = [
  {
    number: 7,
    title: "an object of two layers",
    files: over(soundTree(), { [shared]: configMap("  a: b\n", "  namespace: web\n").replace("more", "settings") }),
    rule: "duplicate-object",
  },
  {
    number: 7,
    title: "a namespace of two layers",
    files: changed({ [shared]: "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: web\n" }),
    rule: "duplicate-object",
  },
  {
    number: 7,
    title: "an object of two folders of a layer",
    files: withObject(configMap("  a: b\n").replace("more", "settings")),
    rule: "build-failed",
  },
  {
    number: 8,
    title: "a target by name",
    files: edited(overlay, target, "      kind: Deployment\n      name: wep"),
    rule: "unmatched-patch",
  },
  {
    number: 8,
    title: "a target by label",
    files: edited(overlay, target, "      labelSelector: app=wep"),
    rule: "unmatched-patch",
  },
  {
    number: 8,
    title: "a target by group",
    files: edited(overlay, target, `      group: extensions\n${target}`),
    rule: "unmatched-patch",
  },
  {
    number: 8,
    title: "a target of Flux",
    files: appended(apps, "  patches:\n    - target: { kind: Job }\n      patch: '[]'\n"),
    rule: "unmatched-patch",
  },
  {
    number: 8,
    title: "a target of a replacement",
    files: appended(overlay, replacing("wep")),
    rule: "unmatched-patch",
  },
  { number: 8, title: "a replacement that finds its target", files: appended(overlay, replacing("web")) },
  {
    number: 8,
    title: "a count of replicas",
    files: appended(overlay, "replicas:\n  - name: wep\n    count: 3\n"),
    rule: "build-failed",
  },
  {
    number: 8,
    title: "an image",
    files: edited(overlay, "name: example/web", "name: example/wep"),
    rule: "unmatched-image",
  },
  { number: 9, title: "a deletion of everything", files: withPatch(deleting("{}")), rule: "delete-everything" },
  { number: 9, title: "a deletion of every kind", files: withPatch(deleting("{ kind: .* }")), rule: "empty-build" },
  {
    number: 9,
    title: "a deletion by Flux",
    files: over(soundTree(), { [apps]: layerOf(`  patches:\n${deleting("{}").replace(/^/gm, "  ")}`) }),
    rule: "empty-build",
  },
  {
    number: 9,
    title: "a layer of nothing",
    files: changed({ "apps/staging/kustomization.yaml": "resources: []\n" }),
    rule: "empty-build",
  },
  {
    number: 10,
    title: "a version in commonLabels",
    files: appended(overlay, "commonLabels:\n  app.kubernetes.io/version: 1.2.3\n"),
    rule: "version-in-selector",
  },
  {
    number: 10,
    title: "a chart's version",
    files: appended(overlay, labels("helm.sh/chart: web-1.2.3")),
    rule: "version-in-selector",
  },
  {
    number: 10,
    title: "a release under any label",
    files: appended(overlay, labels("release: v1.2.3")),
    rule: "version-in-selector",
  },
  { number: 10, title: "a version in labels alone", files: appended(overlay, labels("release: v1.2.3", false)) },
  { number: 11, title: "a hashed name in valuesFrom", files: generated("vals", "values.yaml"), rule: "missing-values" },
  { number: 11, title: "an entry of valuesFrom", files: generated("settings", "values.yml"), rule: "missing-values" },
  { number: 11, title: "valuesFrom that resolves", files: generated("settings", "greeting") },
  {
    number: 12,
    title: "a namespace renamed by a kustomization",
    files: edited("apps/staging/web/namespace.yaml", "name: web", "name: other"),
    rule: "renamed-namespace",
  },
  {
    number: 12,
    title: "flux-system in a layer",
    files: edited(overlay, "namespace: web", "namespace: flux-system"),
    rule: "flux-system-outside",
  },
  {
    number: 13,
    title: "a folder without a kustomization",
    files: changed({ "infrastructure/staging/kustomization.yaml": undefined }),
    rule: "missing-kustomization",
  },
  {
    number: 13,
    title: "values that are swept in",
    files: changed({ "clusters/staging/values.yaml": "replicaCount: 3\n" }),
    rule: "build-failed",
  },
  {
    number: 13,
    title: "values beside an app",
    files: changed({ "apps/base/web/values.yaml": "a: b\n" }),
    rule: "stray-file",
  },
  {
    number: 14,
    title: "a release of an old version",
    files: withObject(release("").replace("/v2", "/v2beta1")),
    rule: "served-version",
  },
  {
    number: 14,
    title: "a source of an old version",
    files: edited(sync, "source.toolkit.fluxcd.io/v1\n", "source.toolkit.fluxcd.io/v1beta2\n"),
    rule: "served-version",
  },
];
