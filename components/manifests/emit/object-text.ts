import { describeObject, type KubernetesObject } from "../../model/object";
import { tell } from "../../model/report/gather";
import { withHeader } from "../header";
import { stringifyManifest } from "./manifest";
import { EmitError } from "./value";

/** Text of the generated file at `path`, which holds one object or a patch of one; a value that YAML cannot hold is told with its place. */
export function objectText(path: string, object: object): string {
  try {
    return withHeader(stringifyManifest(object));
  } catch (error) {
    if (!(error instanceof EmitError)) throw error;
    const message = `${error.message}. Write it as text, a number, true, false, a list or a map.`;
    tell([{ code: "no-plain-value", path, resource: describeObject(object as KubernetesObject), message }]);
    return withHeader(stringifyManifest(plainCopy(object)));
  }
}

/** What JSON makes of an object: enough to judge the rest of it. */
function plainCopy(object: object): object {
  const text = JSON.stringify(object, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  return JSON.parse(text) as object;
}
