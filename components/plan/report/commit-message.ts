import type { Plan } from "../plan-types";
import { summarize } from "./summary";

/** The environments of a commit's message: the one that runs, and all names that folders may have. */
export interface MessageContext {
  readonly environment: string;
  readonly environments: readonly string[];
  /** Files of the commit's parent. */
  readonly before: ReadonlyMap<string, string>;
}

const subjectLength = 72;
const listed = 50;

/** The message of a plan's commit, without the trailers: what changed, by app. */
export function commitMessage(plan: Plan, context: MessageContext): string {
  return `${subject(context.environment, summarize(plan, context.before, context.environments))}\n\n${body(plan)}`;
}

/** Shortens to what fits a subject line, and counts the rest. */
function subject(environment: string, phrases: readonly string[]): string {
  for (let shown = phrases.length; shown > 0; shown--) {
    const rest = phrases.length - shown;
    const line = `${environment}: ${phrases.slice(0, shown).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
    if (line.length <= subjectLength || shown === 1) return line;
  }
  return `${environment}: update`;
}

function body(plan: Plan): string {
  const names = (verb: string, paths: Iterable<string>): readonly string[] =>
    [...paths].sort().map((path) => `${verb} ${path}`);
  const lines = [
    ...names("write", plan.writes.keys()),
    ...names("seal", plan.seals.keys()),
    ...names("delete", plan.deletes),
  ];
  return lines.length <= listed ? lines.join("\n") : `${lines.length} files changed.`;
}
