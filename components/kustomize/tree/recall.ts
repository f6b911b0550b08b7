import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Journal } from "../journal";
import { kustomizationNames, type TextFiles } from "./files";
import { isParsed, parseKustomization, rememberKustomization } from "./parse";

/** Reads every kustomization file of a tree, those of earlier runs from a journal: parsing thousands of them takes longer than all the rest. */
export function recallKustomizations(files: TextFiles, journal: Journal): void {
  const parsed: (readonly [string, unknown])[] = [];
  for (const [path, content] of files) {
    if (!kustomizationNames.some((name) => name === posix.basename(path)) || isParsed(content)) continue;
    const key = createHash("sha256").update(content).digest("base64");
    const known = journal.get(key);
    if (known === undefined) parsed.push([key, parseKustomization(content) ?? null]);
    else rememberKustomization(content, known);
  }
  journal.put(parsed);
}
