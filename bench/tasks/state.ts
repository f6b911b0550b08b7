import { join } from "node:path";
import { runtime } from "@pulumi/pulumi";
import { hostedProvider } from "../../components/hosted-provider";
import { commitFiles } from "../../components/publish/commit-files";
import { provider } from "../../components/publish/commit-provider";
import type { CommitInputs } from "../../components/publish/inputs";
import { generatedTree } from "../monorepo/tree";
import { wantedTree } from "../monorepo/wanted";
import { bareRepository } from "../monorepo/work-tree";
import { runTask } from "../task";

/** Size of a `GitCommit` in the stack's state, written as the engine's file backend does. */
runTask(async ({ apps, folder }) => {
  const stateDir = join(folder, "state");
  process.env["FLUX_MONOREPO_STATE"] = stateDir;
  const wanted = wantedTree(bareRepository(folder), await generatedTree({ apps }), folder);
  const { access, environment, environments, source } = wanted;
  const { url, branch, followedRef, author } = access;
  const inputs: CommitInputs = {
    environment,
    environments,
    repository: { url, branch, followedRef, author },
    credentials: { kind: "none" },
    ...(await commitFiles(wanted.tree, stateDir)),
    pending: {},
    secrets: {},
    source,
  };
  return async () => {
    const created: { readonly outs?: unknown } = await provider.create(inputs);
    const code = await runtime.serializeFunction(() => hostedProvider("components/publish/commit-provider.ts"));
    const sides = { inputs: { ...inputs, code: code.text }, outputs: { ...(created.outs as object), code: code.text } };
    const large = Object.keys(inputs.large);
    const texts = [...wanted.tree].flatMap(([path, file]) =>
      file.kind === "text" && !large.includes(path) ? [file.content] : [],
    );
    return {
      state: sizeInState(sides),
      tree: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      files: wanted.tree.size,
    };
  };
});

/** The engine indents by four, and escapes what would mean something to HTML. */
function sizeInState(value: unknown): number {
  const escaped = JSON.stringify(value, undefined, 4).replace(/[<>&]/g, "\\u0000");
  return Buffer.byteLength(escaped);
}
