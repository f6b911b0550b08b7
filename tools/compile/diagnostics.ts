import { isAbsolute, relative, sep } from "node:path";
import type { Issue } from "../../components/model/issue";

/** What one run of the compiler printed. */
export interface Diagnostics {
  readonly issues: readonly Issue[];
  /** Every file that it read, as it names them. */
  readonly files: readonly string[];
}

const located = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/;
const global = /^error (TS\d+): (.*)$/;

/** Reads the plain output of `tsc --listFiles`: an error a line, with what explains it indented below, and the files it read. */
export function readDiagnostics(output: string, projectDir: string): Diagnostics {
  const issues: Issue[] = [];
  const files: string[] = [];
  for (const line of output.split(/\r?\n/)) {
    const issue = issueOf(line, projectDir);
    if (issue !== undefined) issues.push(issue);
    else if (isAbsolute(line)) files.push(line);
    else if (/^\s+\S/.test(line)) explain(issues, line);
  }
  return { issues, files };
}

function issueOf(line: string, projectDir: string): Issue | undefined {
  const [, file, row, column, code, text] = located.exec(line) ?? [];
  if (file !== undefined)
    return {
      code: "compile-error",
      path: isAbsolute(file) ? relative(projectDir, file).split(sep).join("/") : file,
      resource: `line ${row}, column ${column}`,
      message: `${code}: ${text}`,
    };
  const [, globalCode, globalText] = global.exec(line) ?? [];
  if (globalCode === undefined) return undefined;
  return { code: "compile-error", path: "tsconfig.program.json", message: `${globalCode}: ${globalText}` };
}

/** The lines below an error say why, from the outside in. */
function explain(issues: Issue[], line: string): void {
  const last = issues.pop();
  if (last !== undefined) issues.push({ ...last, message: `${last.message}\n${line}` });
}
