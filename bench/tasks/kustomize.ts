import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { materialize } from "../../components/kustomize/materialize";
import { resolveTool } from "../../tools/resolve";
import { generatedEnvironments } from "../monorepo/model";
import { generatedTree, textsOf } from "../monorepo/tree";
import { runTask } from "../task";

const execute = promisify(execFile);

/** Peer: `kustomize build` of each environment's root, one after the other. */
runTask(async ({ apps, folder }) => {
  const { path: tool } = await resolveTool("kustomize");
  materialize(textsOf(await generatedTree({ apps })), folder);
  return async () => {
    let objects = 0;
    for (const name of generatedEnvironments) {
      const { stdout } = await execute(tool, ["build", join("apps", name)], { cwd: folder, maxBuffer: 1 << 29 });
      objects += stdout.split("\n---\n").length;
    }
    return { objects };
  };
});
