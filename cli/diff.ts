import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { folderCache } from "../components/kustomize/cache";
import { formatIssues } from "../components/model/issue";
import { stateFolder } from "../local/folders";
import { assertEnvironment } from "../stacks/config";
import { environmentNames } from "../stacks";
import { consoleReport } from "../tools/report";
import { resolveTool } from "../tools/resolve";
import { folderTrees } from "./diff/folder-trees";
import { diffFormats, formatDiff, type DiffFormat } from "./diff/format-diff";
import { type DiffPlace, type Previewed, previewEnvironment } from "./diff/preview-environment";
import { isEmbedded, type StackPlace, stackConfig } from "./diff/stack-config";
import { runCommand } from "./load/run-command";

const project = resolve(__dirname, "..");
const usage = `usage: npm run diff -- [environment] [--format ${diffFormats.join("|")}] [--no-live] [--local | --against <folder>]`;

interface Arguments {
  readonly environment: string | undefined;
  readonly format: DiffFormat;
  readonly place: StackPlace;
  /** Whether to ask the cluster what its live objects add. */
  readonly live: boolean;
  /** Folder that holds the monorepo; without it, the repository is read. */
  readonly against: string | undefined;
}

/**
 * `npm run diff`: what an update would change, from Git to Git, and what the live objects add to that. Exits 0, or 2 when an update would be refused for it, or 1 when it cannot be told.
 */
async function main({ environment, format, place, live, against }: Arguments): Promise<void> {
  if (environment !== undefined) assertEnvironment(environment, environmentNames);
  const report = consoleReport();
  const stateDir = stateFolder(project);
  const { path: tool } = await resolveTool("kustomize", report);
  const build = { tool, cache: folderCache(join(stateDir, "builds")) };
  const names = environment === undefined ? environmentsAt(place) : [environment];
  const previewed: Previewed[] = [];
  const trees = against === undefined ? undefined : await folderTrees(project, against, report);
  for (const name of names) {
    const config = await stackConfig(project, name, against === undefined ? place : "file");
    const at: DiffPlace = { project, stateDir, report, build, live, ...(trees === undefined ? {} : { trees }) };
    previewed.push(await previewEnvironment(config, at));
  }
  console.log(formatDiff(previewed, format));
  for (const { notices } of previewed) for (const { message } of notices) report.note(message);
  const refused = previewed.flatMap(({ issues }) => issues);
  if (refused.length === 0) return;
  report.note(`\nAn update would be refused:\n${formatIssues(refused)}`);
  process.exitCode = 2;
}

/** Of the embedded platform, only what runs. */
function environmentsAt(place: StackPlace): readonly string[] {
  const running = environmentNames.filter((name) => place !== "embedded" || isEmbedded(project, name));
  return running.length === 0 ? environmentNames.slice(0, 1) : running;
}

function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      format: { type: "string", default: "text" },
      live: { type: "boolean" },
      local: { type: "boolean", default: false },
      against: { type: "string" },
    },
    allowPositionals: true,
    allowNegative: true,
  });
  const format = diffFormats.find((name) => name === values.format);
  if (format === undefined || positionals.length > 1 || (values.local && values.against !== undefined))
    throw new Error(usage);
  const against =
    values.against === undefined ? undefined : resolve(process.env["INIT_CWD"] ?? process.cwd(), values.against);
  return {
    environment: positionals[0],
    format,
    place: values.local ? "embedded" : "engine",
    live: values.live ?? against === undefined,
    against,
  };
}

runCommand((args) => main(readArguments(args)));
