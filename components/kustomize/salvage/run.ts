import { posix } from "node:path";
import type { LeftOut } from "../../model/report/left-out";
import type { BuildFailure } from "../failure";
import { reachableFiles } from "../tree/closure";
import { indexFolders, kustomizationFile, type TextFiles } from "../tree/files";
import { isMapping, parseKustomization } from "../tree/parse";
import type { Unit } from "../tree/units";
import { explain } from "./explain/explain";
import { patchBody } from "./patch-body";
import { bringsObjects, isPatch, type Piece, pathIn } from "./piece";
import type { Refusal } from "./refusal";
import type { Workshop } from "./workshop";

/** One look into a unit that kustomize refuses, and what it has found so far. */
export interface Run {
  readonly work: Workshop;
  readonly unit: Unit;
  /** The tree without what a Flux Kustomization adds to it. */
  readonly original: TextFiles;
  readonly failures: BuildFailure[];
  readonly leftOut: LeftOut[];
  /** Folder → whether it builds by now. */
  readonly repaired: Map<string, boolean>;
}

/** Takes down why a piece is refused. */
export function report(run: Run, refusal: Refusal): void {
  const { folder, reason, piece } = refusal;
  const fault = explain(refusal);
  const ofSpec = isOfSpec(run, folder, piece);
  run.failures.push({ folder, reason, fault: ofSpec ? { ...fault, ofSpec } : fault });
}

/** Takes down that the unit goes on without something; `unknown` where its text tells little of what that is. */
export function leaveOut(run: Run, left: Pick<LeftOut, "kind" | "text" | "unknown">): void {
  run.leftOut.push({ ...left, files: new Set(run.unit.files) });
}

/** The same of a whole folder that nothing is known of. */
export function leaveOutFolder(run: Run, folder: string): void {
  const files = new Set(run.unit.files);
  const has = (path: string): boolean => files.has(path) || path.startsWith(`${folder}/`);
  run.leftOut.push({ kind: "objects", text: `${folder}\n${textsBelow(run, folder)}`, unknown: true, files: { has } });
}

/** Takes down that the unit goes on without a piece: what it would have brought, or changed. */
export function leaveOutPiece(run: Run, folder: string, piece: Piece): void {
  const { work } = run;
  const { tree } = work;
  const path = pathIn(piece);
  const target = path === undefined ? undefined : posix.join(folder, path);
  if (bringsObjects(piece.field)) {
    const content = target === undefined ? "" : (tree.files.get(target) ?? textsBelow(run, target));
    const entry = `${target ?? ""} ${generatedKinds[piece.field] ?? ""} ${JSON.stringify(piece.value)}`;
    const unknown = target !== undefined && !/kind["']?\s*:/.test(content);
    const isMissing = target !== undefined && content === "";
    const own = new Set(run.unit.files);
    // What is listed by a wrong path lies beside it, and nothing else lists it.
    const has = (file: string): boolean =>
      own.has(file) || (isMissing && posix.dirname(file) === posix.dirname(target));
    run.leftOut.push({ kind: "objects", text: `${entry}\n${content}`, unknown, files: { has } });
    return;
  }
  const body = isPatch(piece.field) ? patchBody(piece, (file) => work.read(posix.join(folder, file))) : "";
  const unknown = ["namespace", "namePrefix", "nameSuffix"].includes(piece.field);
  leaveOut(run, { kind: "change", text: `${JSON.stringify(piece.value)}\n${body}`, unknown });
}

const generatedKinds: Readonly<Record<string, string>> = {
  configMapGenerator: "ConfigMap",
  secretGenerator: "Secret",
};

/** Texts of all files that a folder builds from, and of those that stand in it. */
export function textsBelow({ work: { tree } }: Run, folder: string): string {
  const inside = (tree.names.get(folder) ?? []).map((name) => posix.join(folder, name));
  const files = tree.children.has(folder) ? [...reachableFiles(tree, folder), ...inside] : [];
  return files.map((path) => tree.files.get(path) ?? "").join("\n");
}

/** What a Flux Kustomization adds stands in none of the folder's own files. */
function isOfSpec({ original, work }: Run, folder: string, { field, value }: Piece): boolean {
  if (original === work.tree.files) return false;
  if (!["patches", "images", "components", "namespace", "namePrefix", "nameSuffix"].includes(field)) return false;
  const path = kustomizationFile(indexFolders(original), folder);
  const own = path === undefined ? undefined : parseKustomization(original.get(path) ?? "");
  const given: unknown = isMapping(own) ? own[field] : undefined;
  const entries: readonly unknown[] = Array.isArray(given) ? given : [given];
  return !entries.some((entry) => JSON.stringify(entry) === JSON.stringify(value));
}
