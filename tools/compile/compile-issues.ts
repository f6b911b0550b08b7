import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Issue } from "../../components/model/issue";
import { silentReport, type Report } from "../report";
import { lastLines, run } from "../run";
import { withLock } from "../system/lock";
import { readDiagnostics } from "./diagnostics";
import { isUnchanged, recordSources } from "./sources";

/** Where a program is, and where what is known of it is kept. */
export interface CompileInput {
  /** Folder of `tsconfig.program.json`, which names what belongs to the program. */
  readonly projectDir: string;
  /** The git-ignored state folder. */
  readonly stateDir: string;
  /** @default says nothing */
  readonly report?: Report;
}

/** Said beside compile errors: code that does not compile is not run. */
export const uncompiled =
  "everything but the types. The model, the configuration and the gate's rules are checked once the program compiles.";

/**
 * What the compiler has against the program, as `compile-error` issues; none where it compiles. The whole program is checked, so that
 * an edit that breaks another file is seen; one that did not change since it last compiled is not checked again.
 */
export async function compileIssues(input: CompileInput): Promise<readonly Issue[]> {
  const projectDir = await realpath(input.projectDir);
  const folder = join(input.stateDir, "compile");
  const record = join(folder, "sources.json");
  if (await isUnchanged(projectDir, record)) return [];
  await mkdir(folder, { recursive: true });
  return withLock(join(folder, "lock"), async () => {
    if (await isUnchanged(projectDir, record)) return [];
    return (input.report ?? silentReport).step("checking the types of the program", () =>
      check(projectDir, record, join(folder, "program.tsbuildinfo")),
    );
  });
}

async function check(projectDir: string, record: string, buildInfo: string): Promise<readonly Issue[]> {
  const started = Date.now();
  const compiler = require.resolve("typescript/bin/tsc", { paths: [projectDir] });
  const args = [
    "--project",
    join(projectDir, "tsconfig.program.json"),
    "--incremental",
    "--tsBuildInfoFile",
    buildInfo,
  ];
  const print = ["--noCheck", "false", "--pretty", "false", "--listFiles"];
  const { status, stdout, stderr } = await run(process.execPath, [compiler, ...args, ...print], { cwd: projectDir });
  const { issues, files } = readDiagnostics(stdout, projectDir);
  if (status !== 0 && issues.length === 0)
    throw new Error(`the compiler failed without naming an error: ${lastLines(stderr === "" ? stdout : stderr)}`);
  if (issues.length === 0) await recordSources(projectDir, record, { files, started });
  return issues;
}
