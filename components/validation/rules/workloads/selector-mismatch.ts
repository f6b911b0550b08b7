import { describeObject } from "../../../model/object";
import { mappingAt } from "../../read/fields";
import { groupOf } from "../../read/identity";
import { podTemplate } from "../../read/pods";
import type { EnvironmentRule } from "../../rule";

/** The API server refuses a workload that does not select its own pods. */
export const selectorMismatch: EnvironmentRule = {
  code: "selector-mismatch",
  scope: "environment",
  about: "every workload's selector matches the labels of its own pods",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) => {
      const template = podTemplate(object);
      // Of a kind that Kubernetes does not have, nothing is known of its pods.
      if (groupOf(object) !== "apps" || template === undefined) return [];
      const labels = mappingAt(template, "metadata", "labels");
      return Object.entries(mappingAt(object, "spec", "selector", "matchLabels"))
        .filter(([label, value]) => labels[label] !== value)
        .map(([label, value]) => ({
          path: origin,
          resource: describeObject(object),
          message: `selects pods with ${label}: ${String(value)}, but its own template has ${labels[label] === undefined ? "no such label" : `${label}: ${JSON.stringify(labels[label])}`}; make the two equal`,
          parts: [label],
        }));
    });
  },
};
