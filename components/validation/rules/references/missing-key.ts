import { describeObject } from "../../../model/object";
import type { GateEnvironment, PlacedObject } from "../../gate-input";
import { knownNames } from "../../../model/report/closest";
import { mappingAt } from "../../read/fields";
import { namespaceOf } from "../../read/flux";
import { podReferences, podTemplate, type PodReference } from "../../read/pods";
import type { EnvironmentRule, Finding } from "../../rule";

/** A pod that asks for an entry which its ConfigMap or Secret lacks does not start. */
export const missingKey: EnvironmentRule = {
  code: "missing-key",
  scope: "environment",
  about: "every entry of a ConfigMap or Secret that a pod names exists",
  check(environment) {
    return environment.objects.flatMap((owner) => {
      const template = podTemplate(owner.object);
      return template === undefined
        ? []
        : podReferences(template).flatMap((reference) => check(environment, owner, reference));
    });
  },
};

function check(
  environment: GateEnvironment,
  owner: PlacedObject,
  { kind, name, place, keys }: PodReference,
): readonly Finding[] {
  const [found] = environment.find({ kind, namespace: namespaceOf(owner.object), name });
  if (found === undefined || keys.length === 0) return [];
  const entries = ["data", "binaryData", "stringData"].flatMap((field) => Object.keys(mappingAt(found.object, field)));
  if (entries.length === 0) return []; // A placeholder: its entries are not written yet.
  return keys
    .filter((key) => !entries.includes(key))
    .map((key) => ({
      path: owner.origin,
      resource: describeObject(owner.object),
      message: `${place} needs the entry ${key} of ${describeObject(found.object)} (${found.origin}), which has ${knownNames(entries, key)}`,
      names: [`${kind} ${name} ${key}`],
      parts: [key],
    }));
}
