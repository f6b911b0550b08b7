import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { readDocuments } from "../monorepo/documents";
import { runTask } from "../task";

/** Peer: `yaml.stringify` of the same documents, and a write of each. */
runTask(({ folder, shared }) => {
  const documents = readDocuments(shared);
  return Promise.resolve(() => {
    for (const [path, document] of documents) {
      const file = join(folder, "out", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, stringify(document));
    }
    return Promise.resolve({ files: documents.length });
  });
});
