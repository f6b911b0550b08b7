import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the files of a tree hold, parsed: path → document. */
export type Documents = readonly (readonly [string, unknown])[];

/** Where the documents of a bench's tree lie, for the peers that write the same. */
export function documentsFile(shared: string): string {
  return join(shared, "documents.json");
}

/** What the task `documents` left. */
export function readDocuments(shared: string): Documents {
  return JSON.parse(readFileSync(documentsFile(shared), "utf8")) as Documents;
}
