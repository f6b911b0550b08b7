import { isMapping, mappingAt } from "../../../validation/read/fields";
import { fieldChanges, type FieldChange } from "../../compare/fields";

/** What an apply changes of a live object: what Flux itself looks at, labels, annotations and all but `metadata` and `status`. */
export function liveDifferences(live: object, applied: object): readonly FieldChange[] {
  return fieldChanges(watched(live), watched(applied));
}

/** Says that something changed and no more. */
export function hidden(fields: readonly FieldChange[]): readonly FieldChange[] {
  return fields.length === 0 ? [] : [{ path: "contents", kind: "hidden" }];
}

function watched(object: object): unknown {
  if (!isMapping(object)) return object;
  const { metadata, ...rest } = object;
  const [labels, annotations] = [mappingAt(metadata, "labels"), mappingAt(metadata, "annotations")];
  return { ...rest, status: undefined, metadata: { labels, annotations } };
}
