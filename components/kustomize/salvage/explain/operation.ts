import { posix } from "node:path";
import { parseYaml } from "../../../manifests/yaml";
import { knownNames } from "../../../model/report/closest";
import type { KubernetesObject } from "../../../model/object";
import { isMapping, mappingList } from "../../tree/parse";
import { operationsOf, patchBody, targetOf } from "../patch-body";
import type { Refusal } from "../refusal";
import { shown } from "./words";

const operations = ["add", "remove", "replace", "move", "copy", "test"];

/** What one operation of a JSON patch asks for that its object does not have. */
export function operationProblem(
  { operation, reason }: Refusal,
  body: string,
  target: KubernetesObject | undefined,
): string | undefined {
  const parsed = parseYaml(body);
  if (!Array.isArray(parsed)) return undefined;
  const index = operation ?? 0;
  const { op, path, from, value } = mappingList(parsed)[index] ?? {};
  const name = `operation ${index + 1} (${String(op)} ${String(path)})`;
  if (typeof op !== "string" || !operations.includes(op))
    return `operation ${index + 1} has op ${shown(op)}, which is none of ${operations.join(", ")}`;
  if (typeof path !== "string" || !path.startsWith("/"))
    return `operation ${index + 1} has path ${shown(path)}, which is no JSON pointer: it begins with a slash`;
  const missing = [from, ["add"].includes(op) ? path.replace(/\/[^/]*$/, "") : path]
    .filter((pointer) => typeof pointer === "string")
    .map((pointer) => missingAt(target, pointer))
    .find((found) => found !== undefined);
  if (op === "test" && missing === undefined && /test failed/.test(reason)) {
    const held = target?.kind === "Secret" ? "another value" : shown(valueAt(target, pointerParts(path)));
    return `${name} expects ${target?.kind === "Secret" ? "a value" : shown(value)}, and finds ${held}; correct the value, or take the test away`;
  }
  if (missing === undefined) return `${name} cannot be applied; correct it, or take it away`;
  const remedy = op === "replace" ? "correct the path, or use op add on what is there" : "correct the path";
  return `${name} finds no ${missing.part} at ${missing.above}, which has ${missing.known}; ${remedy}`;
}

/** What an operation of a JSON patch misses in its object. */
export function missingPart({ piece, operation, before, files, folder }: Refusal): string | undefined {
  if (operation === undefined) return undefined;
  const body = patchBody(piece, (path) => files.get(posix.join(folder, path)));
  const { op, path, from } = mappingList(operationsOf(body))[operation] ?? {};
  const pointers = [from, op === "add" && typeof path === "string" ? path.replace(/\/[^/]*$/, "") : path];
  const target = targetOf(piece, before);
  return pointers
    .flatMap((pointer) => (typeof pointer === "string" ? [missingAt(target, pointer)?.part.slice(1, -1)] : []))
    .find((part) => part !== undefined);
}

interface Missing {
  readonly part: string;
  readonly above: string;
  readonly known: string;
}

/** Where a pointer leaves what an object has. */
function missingAt(target: KubernetesObject | undefined, pointer: string): Missing | undefined {
  const parts = pointerParts(pointer);
  for (const [index, part] of parts.entries()) {
    const above = valueAt(target, parts.slice(0, index));
    if (valueAt(above, [part]) !== undefined || (Array.isArray(above) && part === "-")) continue;
    const list = Array.isArray(above) ? `${above.length} ${above.length === 1 ? "entry" : "entries"}` : undefined;
    const known = list ?? (isMapping(above) ? knownNames(Object.keys(above), part) : "no fields");
    return { part: `"${part}"`, above: `/${parts.slice(0, index).join("/")}`, known };
  }
  return undefined;
}

function pointerParts(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(value: unknown, parts: readonly string[]): unknown {
  return parts.reduce<unknown>((inner, part) => {
    if (Array.isArray(inner)) return (inner as readonly unknown[])[Number(part)];
    return isMapping(inner) ? inner[part] : undefined;
  }, value);
}
