import { describeObject, type KubernetesObject } from "../../../model/object";
import { groupOf } from "../../read/identity";
import { mappingAt } from "../../read/fields";
import type { EnvironmentRule } from "../../rule";

const versionLabels = new Set(["app.kubernetes.io/version", "helm.sh/chart", "version"]);

/** A selector cannot be changed: with a version in it, the next release is refused. */
export const versionInSelector: EnvironmentRule = {
  code: "version-in-selector",
  scope: "environment",
  about: "no workload's selector holds a version",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) =>
      Object.entries(selectorOf(object))
        .filter(([label, value]) => isVersion(label, String(value)))
        .map(([label, value]) => ({
          path: origin,
          resource: describeObject(object),
          message: `spec.selector holds ${label}: ${String(value)}, which cannot be changed later; keep versions in labels only (kustomize: labels without includeSelectors)`,
        })),
    );
  },
};

/** By the label's meaning, or by a value that has the form of a release whatever the label is called. */
function isVersion(label: string, value: string): boolean {
  if (/^v?\d+\.\d+\.\d+(?:[-+.][\w.-]+)?$/.test(value)) return true;
  return versionLabels.has(label) && (label !== "version" || /^v?\d+\.\d+/.test(value));
}

function selectorOf(object: KubernetesObject): Readonly<Record<string, unknown>> {
  return groupOf(object) === "apps" ? mappingAt(object, "spec", "selector", "matchLabels") : {};
}
