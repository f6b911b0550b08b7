import { describeObject, type KubernetesObject } from "../../../model/object";
import { substitutes } from "../../read/substitution";
import type { EnvironmentRule } from "../../rule";
import { isLabelName, isSubdomain } from "./name-forms";

const labelValue = /^(?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/;
const freeNames = new Set(["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"]);
const labelNames = new Set(["Namespace", "Service"]);

/** The API server refuses such names and labels, one at a time. */
export const invalidName: EnvironmentRule = {
  code: "invalid-name",
  scope: "environment",
  about: "every name and label is one that Kubernetes accepts",
  check({ objects }) {
    return objects.flatMap(({ object, origin, layer }) =>
      problemsOf(object, substitutes(layer)).map((message) => ({
        path: origin,
        resource: describeObject(object),
        message,
      })),
    );
  },
};

/** `open` says whether Flux has yet to put variables in. */
function problemsOf(object: KubernetesObject, open: boolean): readonly string[] {
  const isOpen = (text: string): boolean => open && text.includes("${");
  const { name, namespace, labels = {} } = object.metadata;
  const accepts = labelNames.has(object.kind) ? isLabelName : isSubdomain;
  const limit = labelNames.has(object.kind) ? 63 : 253;
  const named = isOpen(name) || freeNames.has(object.kind) || accepts(name);
  return [
    ...(named
      ? []
      : [
          `metadata.name "${name}" is no name that Kubernetes accepts: lower case letters, digits and -, at most ${limit} characters`,
        ]),
    ...(namespace === undefined || isOpen(namespace) || isLabelName(namespace)
      ? []
      : [
          `metadata.namespace "${namespace}" is no namespace name: lower case letters, digits and -, at most 63 characters`,
        ]),
    ...Object.entries(labels)
      .filter(
        ([, value]) => typeof value === "string" && !isOpen(value) && (value.length > 63 || !labelValue.test(value)),
      )
      .map(
        ([key, value]) =>
          `label ${key}: "${value}" is no label value: at most 63 letters, digits, -, _ and ., beginning and ending with a letter or digit`,
      ),
  ];
}
