import { join } from "node:path";
import { buildFolders } from "../../components/kustomize/build-folders";
import { folderCache } from "../../components/kustomize/cache";
import { blobId } from "../../components/plan/head";
import { previewChanges, type TreeState } from "../../components/preview/preview";
import { resolveTool } from "../../tools/resolve";
import { generatedTree, textsOf, type Texts } from "../monorepo/tree";
import { runTask } from "../task";

/** The rendered diff of one changed app in both environments: with nothing remembered, or with what earlier samples learnt. */
runTask(async ({ apps, folder, shared, round, oneChange = false }) => {
  const head = stateOf(textsOf(await generatedTree({ apps })));
  const texts = textsOf(await generatedTree({ apps, changed: round % apps }));
  const { path: tool } = await resolveTool("kustomize");
  return async () => {
    const cache = folderCache(join(oneChange ? shared : folder, "diff"));
    const { environments } = await previewChanges({
      environment: "staging",
      branch: "main",
      follows: "main",
      from: { kind: "at", revision: "head" },
      followed: head,
      head,
      planned: stateOf(texts),
      allowPrune: [],
      build: (files, requests) => buildFolders(files, requests, { tool, cache }),
    });
    return { changed: environments.reduce((sum, { changed }) => sum + changed.length, 0) };
  };
});

function stateOf(texts: Texts): TreeState {
  return { texts, blobs: new Map([...texts].map(([path, text]) => [path, blobId(text)])) };
}
