import { posix } from "node:path";
import { describeObject } from "../../../model/object";
import { parseManifests } from "../../../manifests/yaml";
import { isMapping } from "../../tree/parse";
import { nameOf, pathIn } from "../piece";
import type { Refusal } from "../refusal";
import type { Problem } from "./explain";
import { readId } from "./words";

/** What is wrong with the objects that a piece brings: no YAML, no objects, one that is there already. */
export function manifestProblem(refusal: Refusal): Problem | undefined {
  const { folder, files, piece, reason } = refusal;
  const name = pathIn(piece);
  const path = name === undefined ? undefined : posix.join(folder, name);
  const text = path === undefined ? undefined : (refusal.text ?? files.get(path));
  const at = path === undefined || text === undefined ? {} : { path };
  if (text !== undefined) {
    const malformed = yamlProblem(text);
    if (malformed !== undefined) return { ...at, text: malformed };
  }
  if (/already registered id/.test(reason)) return { ...at, ...twice(refusal) };
  if (/missing Resource metadata|missing metadata\.name|kind|apiVersion|no object/i.test(reason) && text !== undefined)
    return { ...at, ...incomplete(text, nameOf(piece)) };
  return undefined;
}

/** Why a text is no YAML, with the line. */
export function yamlProblem(text: string): string | undefined {
  try {
    parseManifests(text);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `is no YAML that can be read: ${reason.replace(/\s+/g, " ").replace(/[.:]$/, "")}; correct it`;
  }
}

function twice({ reason, before }: Refusal): Omit<Problem, "path"> {
  const id = readId(reason);
  if (id === undefined) return { text: "brings an object that is there already; keep it in one place" };
  const resource = `${id.kind} ${id.name}`;
  const other = before.find(({ object }) => object.kind === id.kind && object.metadata.name === id.name);
  const place = other === undefined ? "another resource" : `${other.origin} (${describeObject(other.object)})`;
  return { resource, text: `comes from ${place} already; keep it in one of the two, or name one differently` };
}

/** Files of values, and objects that lack what makes them one. */
function incomplete(text: string, listed: string): Omit<Problem, "path"> {
  const lacking = parseManifests(text).flatMap((value, index) => {
    const metadata = isMapping(value) && isMapping(value.metadata) ? value.metadata : {};
    const missing = [
      ...["apiVersion", "kind"].filter((field) => !isMapping(value) || typeof value[field] !== "string"),
      ...(typeof metadata.name === "string" ? [] : ["metadata.name"]),
    ];
    return missing.length === 0 ? [] : [`document ${index + 1} lacks ${missing.join(", ")}`];
  });
  const what = lacking.length === 0 ? "holds what is no object of Kubernetes" : lacking.join(", ");
  return {
    text: `is no manifest of Kubernetes: ${what}; complete it, or take it out of ${listed.replace(/\[.*/, "")}`,
  };
}
