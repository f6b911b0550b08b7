import { isDeepStrictEqual } from "node:util";
import { isMapping } from "../../kustomize/tree/parse";
import type { JsonPatchOperation } from "../../model/overlay";

/** The JSON patch that turns one value into another; a list of another length is replaced as a whole. */
export function jsonPatch(from: unknown, to: unknown, path: `/${string}` | "" = ""): readonly JsonPatchOperation[] {
  if (isDeepStrictEqual(from, to)) return [];
  if (isMapping(from) && isMapping(to)) {
    return [
      ...Object.keys(from)
        .filter((key) => to[key] === undefined)
        .map((key) => ({ op: "remove" as const, path: below(path, key) })),
      ...Object.entries(to).flatMap(([key, value]) =>
        from[key] === undefined
          ? [{ op: "add" as const, path: below(path, key), value }]
          : jsonPatch(from[key], value, below(path, key)),
      ),
    ];
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return to.flatMap((value: unknown, index) => jsonPatch(from[index], value, below(path, String(index))));
  return [{ op: "replace", path: path === "" ? "/" : path, value: to }];
}

function below(path: string, key: string): `/${string}` {
  return `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}` as `/${string}`;
}
