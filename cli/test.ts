import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolNames } from "../tools/catalog";
import { consoleReport } from "../tools/report";
import { resolveTool } from "../tools/resolve";

const root = join(__dirname, "..");

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The suites by the first argument of `npm test`; the long one is the randomized tests, with many more runs. */
const suites = {
  unit: { files: ["tests/**/*.test.ts"], except: ["tests/e2e/**"], variables: {} },
  e2e: { files: ["tests/e2e/**/*.test.ts"], except: [], variables: {} },
  long: {
    files: [
      "tests/components/manifests/read/plain.test.ts",
      "tests/components/publish/concurrency.test.ts",
      "tests/e2e/truth.test.ts",
    ],
    except: [],
    variables: {
      ...{ FC_RUNS: "20000", ROUNDS: "60" },
      // Another sequence of changes each time, one change an update; the seed stands in the suite's title.
      ...{ TRUTH_SEED: String(Date.now() % 1_000_000), TRUTH_ROUNDS: "40", TRUTH_CHANGES: "1" },
    },
  },
} as const;

type SuiteName = keyof typeof suites;

/** `npm test`: the unit suite while the tools are built, then the end-to-end suite; `npm test -- unit|e2e|long`: that one alone. */
async function main(requested: string | undefined): Promise<void> {
  if (requested !== undefined && !isSuite(requested))
    throw new Error(`unknown suite "${requested}". Known: ${Object.keys(suites).join(", ")}`);
  const all = requested === undefined ? await everything() : [await alone(requested)];
  const total = (key: keyof Counts): number => all.reduce((sum, counts) => sum + counts[key], 0);
  const skipped = total("skipped") === 0 ? "" : `, ${total("skipped")} skipped`;
  if (total("failed") > 0 || total("passed") === 0) process.exitCode = 1;
  console.log(`${total("passed")} passed, ${total("failed")} failed${skipped}`);
}

function isSuite(name: string): name is SuiteName {
  return Object.hasOwn(suites, name);
}

async function everything(): Promise<readonly Counts[]> {
  const tools = provideTools(toolNames);
  const unit = provideTools(["kustomize", "sops"]).then(() => runSuite("unit"));
  const [toolCounts, unitCounts] = await Promise.all([tools, unit]);
  return toolCounts.failed > 0 ? [toolCounts, unitCounts] : [unitCounts, await runSuite("e2e")];
}

async function alone(name: SuiteName): Promise<Counts> {
  const tools = await provideTools(name === "unit" ? ["kustomize", "sops"] : toolNames);
  return tools.failed > 0 ? tools : runSuite(name);
}

/** A tool that cannot be provided counts as a failed test. */
async function provideTools(names: readonly (typeof toolNames)[number][]): Promise<Counts> {
  const report = consoleReport();
  const outcomes = await Promise.allSettled(names.map((name) => resolveTool(name, report)));
  const failures = outcomes.filter((outcome) => outcome.status === "rejected");
  for (const { reason } of failures) console.error(reason instanceof Error ? reason.message : reason);
  return { passed: 0, failed: failures.length, skipped: 0 };
}

async function runSuite(name: SuiteName): Promise<Counts> {
  const { files, except, variables } = suites[name];
  const specs = globSync([...files], { cwd: root, exclude: [...except] }).sort();
  if (specs.length === 0) return { passed: 0, failed: 0, skipped: 0 };
  const folder = mkdtempSync(join(tmpdir(), "flux-monorepo-test-"));
  const start = performance.now();
  try {
    const file = join(folder, "counts.json");
    const status = await mocha(specs, { ...variables, ...process.env, TEST_COUNTS: file });
    const counts = readCounts(file, status);
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s`);
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function mocha(specs: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const program = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const reporter = join(root, "tests", "counting-reporter.ts");
  const args = [program, "--require", "tsx/cjs", "--timeout", "60000", "--reporter", reporter, ...specs];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env });
    child.on("error", reject);
    child.on("exit", resolve);
  });
}

/** A run that ended before its report, or with a failure that no test had, counts as one failed test. */
function readCounts(file: string, status: number | null): Counts {
  const counts = countsIn(file) ?? { passed: 0, failed: 0, skipped: 0 };
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function countsIn(file: string): Counts | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isCounts(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isCounts(value: unknown): value is Counts {
  const keys: readonly string[] = ["passed", "failed", "skipped"];
  return (
    typeof value === "object" && value !== null && keys.every((key) => typeof Reflect.get(value, key) === "number")
  );
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
