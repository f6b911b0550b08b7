import { writeFileSync } from "node:fs";
import { documentsFile } from "../monorepo/documents";
import { documentsOf, generatedTree, textsOf } from "../monorepo/tree";
import { runTask } from "../task";

/** Leaves the parsed documents of `apps/` for the peers. */
runTask(async ({ apps, shared }) => {
  const texts = textsOf(await generatedTree({ apps }));
  return () => {
    const found = documentsOf(texts);
    writeFileSync(documentsFile(shared), JSON.stringify(found));
    return Promise.resolve({ files: found.length });
  };
});
