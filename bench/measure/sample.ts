import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sample, TaskInput } from "../task";

/** A program of `bench/tasks/`, and the parts of its input that it is known for. */
export interface Contestant {
  readonly task: string;
  /** @default false */
  readonly oneChange?: boolean;
}

const execute = promisify(execFile);
const root = join(__dirname, "../..");

/** Runs a task once in a fresh process, so that none profits from what another has warmed up. */
export async function sample(contestant: Contestant, input: Omit<TaskInput, "folder" | "oneChange">): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), "flux-monorepo-bench-"));
  try {
    const { task, oneChange = false } = contestant;
    const program = join(root, "bench", "tasks", `${task}.ts`);
    const args = ["--require", "tsx/cjs", program, JSON.stringify({ ...input, folder, oneChange })];
    const { stdout } = await execute(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 });
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Sample;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a step with a folder that the samples of a bench share. */
export async function withShared<T>(step: (shared: string) => Promise<T>): Promise<T> {
  const shared = mkdtempSync(join(tmpdir(), "flux-monorepo-bench-"));
  try {
    return await step(shared);
  } finally {
    rmSync(shared, { recursive: true, force: true });
  }
}
