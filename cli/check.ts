import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Issue, IssuesError } from "../components/model/issue";
import type { Judgement } from "../components/validation/judge";
import { stateFolder } from "../local/folders";
import { compileIssues, uncompiled } from "../tools/compile/compile-issues";
import { consoleReport } from "../tools/report";
import { formats, formatReport, type Format } from "./check/format-report";
import type * as JudgeTree from "./check/judge-tree";
import { runCommand } from "./load/run-command";

const project = resolve(__dirname, "..");
const usage = `usage: npm run check -- [environment] [--format ${formats.join("|")}] [--tree <folder>]`;

interface Arguments {
  readonly environment: string | undefined;
  readonly format: Format;
  /** Folder that holds a monorepo; without it, the tree that stacks/ renders to is judged. */
  readonly tree: string | undefined;
}

/** `npm run check`: the gate, after the compiler. Prints every issue at once and exits 1 when there is one. */
async function main({ environment, format, tree }: Arguments): Promise<void> {
  const at = { project, stateDir: stateFolder(project), report: consoleReport() };
  const refused = await compileIssues({ ...at, projectDir: project });
  const judged =
    refused.length > 0
      ? unjudged(refused, [uncompiled])
      : await judge()
          .judgeTree({ ...at, environment, tree })
          .catch((error: unknown) => {
            if (error instanceof IssuesError) return unjudged(error.issues, error.unchecked);
            throw error;
          });
  console.log(formatReport(judged, format));
  if (judged.issues.length > 0) process.exitCode = 1;
}

/** What kept the gate from judging is reported in the same form. */
function unjudged(issues: readonly Issue[], unchecked: readonly string[]): Judgement {
  return { issues, objects: 0, environments: [], rules: 0, unchecked };
}

/** Nothing of stacks/ is loaded before it compiles. */
function judge(): typeof JudgeTree {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- TypeScript is read by the hook of `require`, not of `import()`
  return require("./check/judge-tree") as typeof JudgeTree;
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

runCommand((args) => main(readArguments(args)));
