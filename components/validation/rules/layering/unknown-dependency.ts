import { describeObject } from "../../../model/object";
import { knownNames } from "../../../model/report/closest";
import { dependenciesOf, isFluxKustomization, isHelmRelease, namespaceOf } from "../../read/flux";
import type { EnvironmentRule } from "../../rule";

/** A dependency that does not exist is waited for without end. */
export const unknownDependency: EnvironmentRule = {
  code: "unknown-dependency",
  scope: "environment",
  about: "everything that dependsOn names exists, as an object of the same kind",
  check({ objects }) {
    return objects.flatMap(({ object, origin }) => {
      if (!isFluxKustomization(object) && !isHelmRelease(object)) return [];
      const known = objects
        .filter(({ object: other }) => other.kind === object.kind && other.apiVersion === object.apiVersion)
        .map(({ object: other }) => `${namespaceOf(other)}/${other.metadata.name}`);
      return dependenciesOf(object)
        .map(({ namespace, name }) => `${namespace}/${name}`)
        .filter((key) => !known.includes(key))
        .map((key) => ({
          path: origin,
          resource: describeObject(object),
          message: `depends on "${key}", which is no ${object.kind} of this environment; known: ${knownNames(known, key)}`,
          names: [`${object.kind} ${key.slice(key.indexOf("/") + 1)}`],
        }));
    });
  },
};
