import { IssuesError, type Issue } from "../components/model/issue";
import { toolNames, type ToolName } from "../tools/catalog";
import { consoleReport } from "../tools/report";
import { resolveTool } from "../tools/resolve";
import { runCommand } from "./load/run-command";

/** `npm run tools [-- name…]`: provides every program that this project calls, and exits 1 with what is missing. */
async function main(requested: readonly string[]): Promise<void> {
  const unknown = requested.filter((name) => !isToolName(name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(", ")}. Known: ${toolNames.join(", ")}`);
  const names = requested.length === 0 ? toolNames : requested.filter(isToolName);
  const report = consoleReport();
  const outcomes = await Promise.allSettled(names.map((name) => resolveTool(name, report)));
  const issues = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [] : issuesOf(outcome.reason)));
  if (issues.length > 0) throw new IssuesError(issues);
  console.log(`${names.length === 1 ? "1 tool is" : `${names.length} tools are`} ready`);
}

function isToolName(name: string): name is ToolName {
  return toolNames.some((known) => known === name);
}

function issuesOf(reason: unknown): readonly Issue[] {
  if (reason instanceof IssuesError) return reason.issues;
  throw reason;
}

runCommand(main);
