import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { folderCache } from "../components/kustomize/cache";
import { assertNoIssues, formatIssues } from "../components/model/issue";
import { stateFolder } from "../local/folders";
import { assertEnvironment } from "../stacks/config";
import { environmentNames } from "../stacks";
import { compileIssues, uncompiled } from "../tools/compile/compile-issues";
import { consoleReport, type Report } from "../tools/report";
import { resolveTool } from "../tools/resolve";
import { folderTrees } from "./diff/folder-trees";
import { diffFormats, formatDiff, type DiffFormat } from "./diff/format-diff";
import { type DiffPlace, type Previewed, previewEnvironment } from "./diff/preview-environment";
import { isEmbedded, type StackPlace, stackConfig } from "./diff/stack-config";
import { runCommand } from "./load/run-command";

const project = resolve(__dirname, "..");
const usage = `usage: npm run diff -- [environment] [--format ${diffFormats.join("|")}] [--no-live] [--local | --against <folder>]`;

const help = `${usage}

What an update would change, from Git to Git and, where its cluster can be reached, what the live objects add. Writes nothing.

  --format <form>     text for people, markdown for a pull request's comment, json for programs
  --no-live           leaves the cluster out
  --local             the embedded platform of \`npm start\`
  --against <folder>  compares with a checkout of the monorepo; asks neither repository nor cluster

Exit status:
  0  nothing stands in the way; live objects that differ from Git (drift) do not either
  1  the API server refuses a part of the change itself, so that its layer would fail; or the change cannot be told, as where the program does not
     compile
  2  an update would be refused: by the gate, for a deletion that is not allowed, a conflict, another plan than the expected one`;

interface Arguments {
  readonly environment: string | undefined;
  readonly format: DiffFormat;
  readonly place: StackPlace;
  /** Whether to ask the cluster what its live objects add. */
  readonly live: boolean;
  /** Folder that holds the monorepo; without it, the repository is read. */
  readonly against: string | undefined;
}

/** `npm run diff`: what an update would change, from Git to Git, and what the live objects add to that. Exits as `help` says. */
async function main({ environment, format, place, live, against }: Arguments): Promise<void> {
  if (environment !== undefined) assertEnvironment(environment, environmentNames);
  const report = consoleReport();
  const stateDir = stateFolder(project);
  assertNoIssues(await compileIssues({ projectDir: project, stateDir, report }), [uncompiled]);
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
  judge(previewed, report);
}

/** What forbids an update, and what would fail in the cluster, each with a status of its own. */
function judge(previewed: readonly Previewed[], report: Report): void {
  const refusals = previewed.flatMap((one) => one.refusals);
  if (refusals.length > 0) {
    report.note(
      `\nThe API server refuses a part of the change, so that its layer would fail:\n${formatIssues(refusals)}`,
    );
    process.exitCode = 1;
  }
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

/** Undefined where help is all that is wanted. */
function readArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h", default: false },
      format: { type: "string", default: "text" },
      live: { type: "boolean" },
      local: { type: "boolean", default: false },
      against: { type: "string" },
    },
    allowPositionals: true,
    allowNegative: true,
  });
  if (values.help) return undefined;
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

runCommand((args) => {
  const wanted = readArguments(args);
  if (wanted !== undefined) return main(wanted);
  console.log(help);
});
