import { kustomizationFile, indexFolders } from "../../tree/files";
import type { BuildFault } from "../../failure";
import { isPatch, nameOf } from "../piece";
import type { Refusal } from "../refusal";
import { generatorProblem } from "./generator";
import { manifestProblem } from "./manifest";
import { patchProblem } from "./patch";
import { pathProblem } from "./path";
import { inRawWords, shown } from "./words";

/** What an explanation adds to the file that lists the piece. */
export interface Problem {
  /** @default the file that lists the piece */
  readonly path?: string;
  readonly resource?: string;
  readonly text: string;
  /** kustomize's words would show what is secret. @default false */
  readonly silent?: boolean;
}

/** Tells a refusal as people correct it: file, object, value and remedy, with kustomize's own words at the end. */
export function explain(refusal: Refusal): BuildFault {
  const found = problemOf(refusal);
  const { path, resource, text, silent = false } = found;
  return {
    path: path ?? refusal.listedIn,
    ...(resource === undefined ? {} : { resource }),
    problem: silent ? text : `${text}${inRawWords(refusal.reason)}`,
  };
}

function problemOf(refusal: Refusal): Problem {
  const { piece, reason } = refusal;
  return (
    fieldProblem(refusal) ??
    pathProblem(refusal) ??
    generatorProblem(refusal) ??
    (isPatch(piece.field) ? patchProblem(refusal) : undefined) ??
    manifestProblem(refusal) ??
    countProblem(refusal) ?? {
      text: `${nameOf(piece)} (${shown(piece.value)}) cannot be carried out; correct it, or take it away`,
      silent: reason === "",
    }
  );
}

/** Forms that no kustomization has. */
function fieldProblem({ piece, reason }: Refusal): Problem | undefined {
  const unknown = /unknown field "([^"]*)"/.exec(reason)?.[1];
  if (unknown !== undefined) {
    const fields = fieldsOf[piece.field];
    const known = fields === undefined ? "" : `; known: ${fields.join(", ")}`;
    return {
      text: `${nameOf(piece)} has the field ${unknown}, which kustomize does not know${known}; correct the name`,
    };
  }
  const wanted = /cannot unmarshal (\w+) into Go (?:struct field (\S+)|value) of type (\S+)/.exec(reason);
  if (wanted === null) return undefined;
  const [, got = "", field = piece.field, type = ""] = wanted;
  const path = field.split(".").filter((part) => !/^[A-Z]/.test(part));
  const place = path.join(".") === piece.field || path.length === 0 ? "" : ` at ${path.join(".")}`;
  const name = place === "" ? piece.field : nameOf(piece);
  return {
    text: `${name} holds ${article(got)}${place}, where kustomize wants ${typeName(type)}; correct it`,
  };
}

/** Fields of the entries that are written by hand most. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  patches: ["path", "patch", "target", "options"],
  images: ["name", "newName", "newTag", "digest", "tagSuffix"],
  replicas: ["name", "count"],
  labels: ["pairs", "includeSelectors", "includeTemplates", "fields"],
};

function typeName(type: string): string {
  if (type.startsWith("[]")) return "a list";
  if (type.startsWith("map[")) return "a mapping";
  return article(type.replace(/^.*\./, ""));
}

function article(noun: string): string {
  const word = { array: "list", object: "mapping", bool: "boolean", int64: "whole number" }[noun] ?? noun;
  return `${/^[aeiou]/i.test(word) ? "an" : "a"} ${word}`;
}

function countProblem({ piece, reason, before }: Refusal): Problem | undefined {
  const name = /^resource with name (\S+) does not match a config/.exec(reason)?.[1];
  if (name === undefined) return undefined;
  const counted = before.filter(({ object }) => ["Deployment", "StatefulSet", "ReplicaSet"].includes(object.kind));
  const known = counted.map(({ object }) => `${object.kind} ${object.metadata.name}`).join(", ");
  return {
    text: `${nameOf(piece)} sets the replicas of "${name}", which no workload here is called; workloads here: ${known === "" ? "none" : known}; correct the name`,
  };
}

/** What stands at the place of a kustomization, for a report. */
export function unreadable(files: Refusal["files"], folder: string, reason: string): BuildFault {
  const path = kustomizationFile(indexFolders(files), folder) ?? folder;
  return {
    path,
    problem: `is no kustomization that can be read: ${reason}; correct it (until then nothing of ${folder} is built or judged)`,
  };
}
