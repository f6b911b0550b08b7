import { counted } from "../components/model/wording/words";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { treeTexts } from "../components/manifests/sealed-placeholder";
import { stateFolder } from "../local/folders";
import { assertEnvironment } from "../stacks/config";
import { environmentNames, monorepo } from "../stacks";
import { consoleReport } from "../tools/report";
import { keepRecord, readRecord } from "./render/render-record";
import { filesOfEnvironment, renderedTree } from "./render/rendered-tree";
import { textDigest, writeTree } from "./render/write-tree";
import { runCommand } from "./load/run-command";

const project = resolve(__dirname, "..");
const usage = "usage: npm run render -- [environment] --out <folder> [--force]";

/** `npm run render`: writes the tree to a folder, offline; with an environment, only what its cluster builds. */
async function main(environment: string | undefined, out: string, force: boolean): Promise<void> {
  if (environment !== undefined) assertEnvironment(environment, environmentNames);
  const all = await renderedTree(
    project,
    environment === undefined ? environmentNames : [environment],
    consoleReport(),
  );
  const tree = environment === undefined ? all : filesOfEnvironment(all, monorepo(), environment);
  const files = treeTexts(tree);
  const state = stateFolder(project);
  const { written, unchanged, deleted } = writeTree(out, files, { record: readRecord(state, out), force });
  keepRecord(state, out, Object.fromEntries([...files].map(([path, text]) => [path, textDigest(text)])));
  const sealed = [...tree.values()].filter(({ kind }) => kind === "sealed").length;
  console.log(`${out}: ${counted(written, "file")} written, ${unchanged} unchanged, ${deleted.length} deleted`);
  if (sealed > 0)
    console.log(
      `${sealed === 1 ? "1 file is a placeholder of a secret" : `${sealed} files are placeholders of secrets`}: an update seals ${sealed === 1 ? "it" : "them"} when it commits`,
    );
}

function readArguments(args: readonly string[]): readonly [string | undefined, string, boolean] {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { out: { type: "string" }, force: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (values.out === undefined || positionals.length > 1) throw new Error(usage);
  const out = resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out);
  if (!relative(out, project).startsWith("..")) throw new Error(`${out} holds this program; name a folder of its own.`);
  return [positionals[0], out, values.force];
}

runCommand((args) => main(...readArguments(args)));
