import { describeObject } from "../../../model/object";
import { groupOf, isBuiltIn } from "../../read/identity";
import { customKinds } from "../../schema/custom-kinds";
import type { EnvironmentRule } from "../../rule";

/** Versions go away with releases; an object of an old one is refused. */
export const servedVersion: EnvironmentRule = {
  code: "served-version",
  scope: "environment",
  about: "every object uses an API version that the definitions of its environment serve",
  check({ objects }) {
    const kinds = objects.flatMap(({ object }) => customKinds(object));
    return objects.flatMap(({ object, origin }) => {
      if (isBuiltIn(object)) return [];
      const versions = kinds
        .filter((kind) => kind.kind === object.kind && groupOf(kind) === groupOf(object) && kind.served)
        .map(({ apiVersion }) => apiVersion);
      if (versions.length === 0 || versions.includes(object.apiVersion)) return [];
      const message = `apiVersion ${object.apiVersion} is not served by the definition of this environment; use ${versions.join(" or ")}`;
      return [{ path: origin, resource: describeObject(object), message }];
    });
  },
};
