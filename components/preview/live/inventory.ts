import type { LiveObject, ObjectRef } from "../../cluster/live-object";
import { mappingsAt, stringAt } from "../../validation/read/fields";
import { groupOf } from "../../validation/read/identity";
import type { AppliedLayer } from "../cluster/applied";

/** An object that a Kustomization has applied, as its status lists it. */
export interface InventoryEntry {
  /** `<namespace>_<name>_<group>_<kind>`. */
  readonly id: string;
  readonly ref: ObjectRef;
}

/** What kustomize-controller wrote down of what a Kustomization applied. */
export function inventoryOf(kustomization: LiveObject): readonly InventoryEntry[] {
  return mappingsAt(kustomization, "status", "inventory", "entries").flatMap((entry) => {
    const [id, version] = [stringAt(entry, "id") ?? "", stringAt(entry, "v") ?? ""];
    const ref = refOf(id, version);
    return ref === undefined ? [] : [{ id, ref }];
  });
}

/** A colon in the name of a role is written as two underscores; neither names nor groups hold one otherwise. */
function refOf(id: string, version: string): ObjectRef | undefined {
  const match = /^([^_]*)_(.+)_([^_]*)_([^_]+)$/.exec(id);
  if (match === null) return undefined;
  const [, namespace = "", name = "", group = "", kind = ""] = match;
  return {
    apiVersion: group === "" ? version : `${group}/${version}`,
    kind,
    name: name.replaceAll("__", ":"),
    ...(namespace === "" ? {} : { namespace }),
  };
}

/** Whether some layer holds an object; one without a namespace is told by its name alone, whatever namespace a folder gives to all of its own. */
export function isHeldBy({ ref }: InventoryEntry, layers: readonly AppliedLayer[]): boolean {
  return layers.some(({ objects }) =>
    [...objects.values()].some(
      ({ object }) =>
        object.kind === ref.kind &&
        object.metadata.name === ref.name &&
        groupOf(object) === groupOf(ref) &&
        (ref.namespace === undefined || (object.metadata.namespace ?? "default") === ref.namespace),
    ),
  );
}
