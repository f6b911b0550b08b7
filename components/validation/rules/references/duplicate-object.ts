import { describeObject } from "../../../model/object";
import type { PlacedObject } from "../../gate-input";
import { objectKey } from "../../read/identity";
import type { EnvironmentRule, Finding } from "../../rule";

/** Two owners of one object undo each other's work for ever. */
export const duplicateObject: EnvironmentRule = {
  code: "duplicate-object",
  scope: "environment",
  about: "every object of a cluster comes from one place",
  check({ objects }) {
    const byKey = new Map<string, PlacedObject[]>();
    for (const placed of objects) {
      const key = objectKey(placed.object);
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [placed]);
      else known.push(placed);
    }
    return [...byKey.values()].flatMap((placed) => describe(placed));
  },
};

function describe([first, ...others]: readonly PlacedObject[]): readonly Finding[] {
  if (first === undefined) return [];
  return others.map(({ object, origin, layer }) => ({
    path: origin,
    resource: describeObject(object),
    message: `is also declared by ${first.origin} (layer ${first.layer.name}; here layer ${layer.name}); keep it in one of the two`,
  }));
}
