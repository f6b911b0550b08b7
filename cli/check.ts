import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { folderCache } from "../components/kustomize/cache";
import { sealedPlaceholder } from "../components/manifests/sealed-placeholder";
import { formatIssues, IssuesError } from "../components/model/issue";
import { judgement, type JudgeInput } from "../components/validation/judge";
import { stateFolder } from "../local/folders";
import { assertEnvironment } from "../stacks/config";
import { environmentNames } from "../stacks";
import { allowances, rules } from "../stacks/rules";
import { consoleReport } from "../tools/report";
import { resolveTool } from "../tools/resolve";
import { formats, formatReport, type Format } from "./check/format-report";
import { readTree } from "./check/read-tree";
import { renderedTree } from "./render/rendered-tree";

const project = resolve(__dirname, "..");
const usage = `usage: npm run check -- [environment] [--format ${formats.join("|")}] [--tree <folder>]`;

interface Arguments {
  readonly environment: string | undefined;
  readonly format: Format;
  /** Folder that holds a monorepo; without it, the tree that stacks/ renders to is judged. */
  readonly tree: string | undefined;
}

/** `npm run check`: the gate. Prints every issue at once and exits 1 when there is one. */
async function main({ environment, format, tree }: Arguments): Promise<void> {
  if (environment !== undefined) assertEnvironment(environment, environmentNames);
  const { path: tool } = await resolveTool("kustomize", consoleReport());
  const cache = folderCache(join(stateFolder(project), "kustomize"));
  const input: JudgeInput = {
    ...(environment === undefined ? {} : { environment }),
    environments: environmentNames,
    tree: tree === undefined ? await renderedText() : await readTree(tree),
    build: { tool, cache },
    allowances,
    rules,
  };
  const judged = await judgement(input);
  console.log(formatReport(judged, format));
  if (judged.issues.length > 0) process.exitCode = 1;
}

/** The tree as a first run of every environment would commit it, with placeholders for what is sealed on commit. */
async function renderedText(): Promise<ReadonlyMap<string, string>> {
  const tree = await renderedTree(project, environmentNames, consoleReport());
  return new Map(
    [...tree].map(([path, file]) => [path, file.kind === "text" ? file.content : sealedPlaceholder(file)]),
  );
}

function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { format: { type: "string", default: "text" }, tree: { type: "string" } },
    allowPositionals: true,
  });
  const format = formats.find((name) => name === values.format);
  if (format === undefined || positionals.length > 1) throw new Error(usage);
  const tree = values.tree === undefined ? undefined : resolve(process.env["INIT_CWD"] ?? process.cwd(), values.tree);
  return { environment: positionals[0], format, tree };
}

Promise.resolve(process.argv.slice(2))
  .then((args) => main(readArguments(args)))
  .catch((error: unknown) => {
    console.error(
      error instanceof IssuesError ? formatIssues(error.issues) : error instanceof Error ? error.message : error,
    );
    process.exitCode = 1;
  });
