import { join } from "node:path";
import { publish } from "../../components/publish/publish";
import { generatedTree } from "../monorepo/tree";
import { noSecrets, wantedTree } from "../monorepo/wanted";
import { bareRepository } from "../monorepo/work-tree";
import { runTask } from "../task";

/** What `GitCommit` does: at its first update of an empty repository, or when one app changed. */
runTask(async ({ apps, folder, round, oneChange = false }) => {
  const url = bareRepository(folder);
  const state = join(folder, "state");
  const first = wantedTree(url, await generatedTree({ apps }), folder);
  const { recorded } = oneChange ? await publish(first, state, noSecrets) : {};
  const second = wantedTree(url, await generatedTree(oneChange ? { apps, changed: round % apps } : { apps }), folder);
  return async () => {
    const wanted = recorded === undefined ? second : { ...second, recorded };
    const { plan } = await publish(wanted, state, noSecrets);
    return { files: plan.writes.size };
  };
});
