import { join } from "node:path";
import { folderCache } from "../../components/kustomize/cache";
import { judgement } from "../../components/validation/judge";
import { resolveTool } from "../../tools/resolve";
import { generatedEnvironments } from "../monorepo/model";
import { generatedTree, textsOf } from "../monorepo/tree";
import { runTask } from "../task";

/** The gate over both environments: with nothing remembered, or with what earlier samples learnt before one more app changed. */
runTask(async ({ apps, folder, shared, round, oneChange = false }) => {
  const tree = textsOf(await generatedTree(oneChange ? { apps, changed: round % apps } : { apps }));
  const { path: tool } = await resolveTool("kustomize");
  return async () => {
    const build = { tool, cache: folderCache(join(oneChange ? shared : folder, "gate")) };
    const { issues, objects } = await judgement({ tree, environments: generatedEnvironments, build });
    return { issues: issues.length, objects };
  };
});
