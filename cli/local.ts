import { resolve } from "node:path";
import { formatIssues, IssuesError } from "../components/model/issue";
import { platformStatus, startPlatform, stateFolder, stopPlatform } from "../local/platform";
import { environmentNames } from "../stacks";
import { assertEnvironment } from "../stacks/config";
import { consoleReport } from "../tools/report";
import { describePlatform, describeRemoval } from "./local/describe";
import { removeStackState } from "./local/stack-state";

const usage = "usage: npm run local -- up | status | down [environment]";
const root = stateFolder(resolve(__dirname, ".."));

/** Brings up, shows or removes the embedded platform: one environment's part, or all of it. */
async function main(command: string | undefined, environment: string | undefined): Promise<void> {
  const left = (await platformStatus(root)).environments.map((each) => each.environment);
  if (environment !== undefined) assertEnvironment(environment, [...new Set([...environmentNames, ...left])]);
  switch (command) {
    case "up":
      return up(environment === undefined ? environmentNames : [environment]);
    case "status":
      return status(environment);
    case "down":
      return down(environment);
    case undefined:
    default:
      throw new Error(usage);
  }
}

async function up(environments: readonly string[]): Promise<void> {
  const report = consoleReport();
  for (const environment of environments) await startPlatform(environment, root, report);
  await status(environments.length === 1 ? environments[0] : undefined);
}

async function status(environment: string | undefined): Promise<void> {
  console.log(describePlatform(await platformStatus(root), environment));
}

async function down(environment: string | undefined): Promise<void> {
  const removal = await stopPlatform(environment ?? "all", root, consoleReport());
  const state = environment === undefined ? [] : removeStackState(root, environment);
  console.log(describeRemoval({ ...removal, folders: [...removal.folders, ...state] }));
}

const [, , command, environment] = process.argv;
main(command, environment).catch((error: unknown) => {
  if (error instanceof IssuesError) console.error(formatIssues(error.issues));
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
