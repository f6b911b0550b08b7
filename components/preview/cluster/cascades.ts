import { at, stringAt } from "../../validation/read/fields";
import { groupOf } from "../../validation/read/identity";
import type { PruneCause } from "../changes";
import type { AppliedLayer, AppliedObject } from "./applied";
import { touchedObject, type Pruning } from "./removals";

/** What goes along: everything in a deleted namespace, and everything of a kind whose definition is deleted. */
export function cascades(pruned: ReadonlyMap<string, Pruning>, before: readonly AppliedLayer[]): readonly Pruning[] {
  const gone = before.flatMap(({ objects }) =>
    [...objects].flatMap(([identity, { object }]) => (pruned.has(identity) ? [object] : [])),
  );
  const namespaces = new Set(gone.flatMap((object) => (object.kind === "Namespace" ? [object.metadata.name] : [])));
  const kinds = new Set(
    gone.flatMap((object) =>
      object.kind === "CustomResourceDefinition"
        ? [`${stringAt(object, "spec", "group") ?? ""}/${kindOf(object)}`]
        : [],
    ),
  );
  if (namespaces.size + kinds.size === 0) return [];
  const causeOf = ({ object }: AppliedObject): PruneCause | undefined => {
    if (namespaces.has(object.metadata.namespace ?? "")) return { kind: "namespace" };
    return kinds.has(`${groupOf(object)}/${object.kind}`) ? { kind: "definition" } : undefined;
  };
  return before.flatMap((layer) =>
    [...layer.objects].flatMap(([identity, applied]) => {
      const cause = pruned.has(identity) ? undefined : causeOf(applied);
      return cause === undefined ? [] : [{ ...touchedObject(applied, layer.name), cause }];
    }),
  );
}

function kindOf(definition: unknown): string {
  const kind = at(definition, "spec", "names", "kind");
  return typeof kind === "string" ? kind : "";
}
