import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { materialize } from "../../components/kustomize/materialize";
import { generatedTree, textsOf, type Texts } from "../monorepo/tree";
import { wantedTree } from "../monorepo/wanted";
import { addCommitPush, emptyClone } from "../monorepo/work-tree";
import { runTask } from "../task";

/** Peer: `git add`, `commit` and `push` of a work tree that lies there: the whole of it, or one changed app. */
runTask(async ({ apps, folder, round, oneChange = false }) => {
  const work = emptyClone(folder);
  const texts = async (changed: { readonly changed?: number } = {}): Promise<Texts> =>
    textsOf(wantedTree("", await generatedTree({ apps, ...changed }), folder).tree);
  const first = await texts();
  materialize(first, work);
  if (oneChange) {
    addCommitPush(work);
    const second = await texts({ changed: round % apps });
    for (const [path, text] of second) if (first.get(path) !== text) writeFileSync(join(work, path), text);
  }
  return () => {
    addCommitPush(work);
    return Promise.resolve({ files: first.size });
  };
});
