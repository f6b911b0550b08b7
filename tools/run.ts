import { spawn } from "node:child_process";

/** How a program is started. */
export interface RunOptions {
  readonly cwd?: string;
  /** The whole environment. @default this process's own */
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds after which it is killed. @default none */
  readonly timeout?: number;
}

/** How a program ended. */
export interface RunResult {
  /** Exit status; undefined when it could not be started or was killed. */
  readonly status: number | undefined;
  readonly stdout: string;
  /** What it said on stderr, or why it could not be started. */
  readonly stderr: string;
}

/** Runs a program to its end and collects what it prints; never rejects. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { cwd, env, timeout } = options;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
      ...(timeout === undefined ? {} : { timeout }),
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => void (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => void (stderr += text));
    child.on("error", (error) => {
      resolve({ status: undefined, stdout, stderr: error.message });
    });
    child.on("close", (status) => {
      resolve({ status: status ?? undefined, stdout, stderr });
    });
  });
}

/** The last lines of what a program said, for a message. */
export function lastLines(text: string, count = 5): string {
  return text.trim().split("\n").slice(-count).join("\n");
}
