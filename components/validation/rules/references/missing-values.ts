import { describeObject } from "../../../model/object";
import { at, mappingAt, mappingsAt, stringAt } from "../../read/fields";
import { isHelmRelease, namespaceOf } from "../../read/flux";
import type { EnvironmentRule, Finding } from "../../rule";
import type { GateEnvironment } from "../../gate-input";
import { knownNames } from "../../../model/report/closest";
import { findNeeded, type Need } from "./needed-object";

/** A HelmRelease whose values are missing is never installed; kustomize does not carry a hashed name over to valuesFrom. */
export const missingValues: EnvironmentRule = {
  code: "missing-values",
  scope: "environment",
  about:
    "every ConfigMap and Secret of valuesFrom is declared, under that very name, in its own layer or an earlier one",
  check(environment) {
    return environment.objects.flatMap((owner) => {
      if (!isHelmRelease(owner.object)) return [];
      return mappingsAt(owner.object, "spec", "valuesFrom").flatMap((entry, index) => {
        const kind = stringAt(entry, "kind") ?? "ConfigMap";
        const name = stringAt(entry, "name");
        if (name === undefined || at(entry, "optional") === true) return [];
        const reference = { kind, namespace: namespaceOf(owner.object), name };
        const place = `spec.valuesFrom[${index}]`;
        const missing = findNeeded(environment, { owner, place, reference });
        const key = stringAt(entry, "valuesKey") ?? "values.yaml";
        return missing.length > 0 ? missing : missingEntry(environment, { owner, place, reference }, key);
      });
    });
  },
};

/** The release fails on an entry that is not there; what is not sealed yet has none. */
function missingEntry(
  environment: GateEnvironment,
  { owner, place, reference }: Need,
  key: string,
): readonly Finding[] {
  const [found] = environment.find(reference);
  const entries = ["data", "stringData"].flatMap((field) => Object.keys(mappingAt(found?.object, field)));
  if (found === undefined || entries.length === 0 || entries.includes(key)) return [];
  const message = `${place} reads the entry ${key} of ${describeObject(found.object)} (${found.origin}), which has ${knownNames(entries, key)}; set valuesKey to one of these`;
  return [
    {
      path: owner.origin,
      resource: describeObject(owner.object),
      message,
      names: [`${reference.kind} ${reference.name} ${key}`],
      parts: [key],
    },
  ];
}
