import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { PulumiEnvironment } from "../../tools/pulumi-environment";
import { compactOutput } from "./compact";
import type { StartFolders } from "./folders";

/** How the Pulumi CLI is called for one stack of the embedded default. */
export interface Engine {
  readonly tools: PulumiEnvironment;
  readonly environment: string;
  readonly folders: StartFolders;
}

/** How one call ended. */
export interface EngineResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How one call is made. */
export interface EngineCall {
  readonly args: readonly string[];
  /** Folder that the CLI runs in. */
  readonly cwd: string;
  /** Sent to the CLI's standard input. */
  readonly input?: string;
  /** Show what it prints, instead of collecting it. */
  readonly show?: boolean;
}

/** Runs the CLI to its end. An interrupt of the terminal reaches the CLI by itself: this process waits for it to stop in order. */
export async function callEngine(engine: Engine, call: EngineCall): Promise<EngineResult> {
  const ignoreInterrupt = (): void => undefined;
  process.on("SIGINT", ignoreInterrupt);
  mkdirSync(engine.folders.temporary, { recursive: true, mode: 0o700 });
  const temporary = mkdtempSync(join(engine.folders.temporary, "run-"));
  try {
    return await spawnEngine(engine, call, temporary);
  } finally {
    process.off("SIGINT", ignoreInterrupt);
    // The Kubernetes provider leaves a copy of the kubeconfig there, with its keys, each time it starts.
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The environment of every call: none of the user's own Pulumi settings, backend or passphrase reach the embedded default. */
export function engineEnvironment(engine: Engine, ambient: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const inherited = Object.entries(ambient).filter(([name]) => !name.startsWith("PULUMI_"));
  return {
    ...Object.fromEntries(inherited),
    ...engine.tools.variables,
    PULUMI_BACKEND_URL: `file://${engine.folders.pulumi}`,
    PULUMI_CONFIG_PASSPHRASE_FILE: engine.folders.passphrase,
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true",
    PULUMI_SUPPRESS_NEO_LINK: "true",
    // What Pulumi.yaml asks for; a language host that was built knows no option of the runtime.
    PULUMI_NODEJS_TSCONFIG_PATH: "tsconfig.program.json",
    TS_NODE_CACHE_DIRECTORY: join(engine.folders.pulumi, "translated"),
    // The CLI takes --event-log only in this mode.
    PULUMI_DEBUG_COMMANDS: "true",
  };
}

function spawnEngine(engine: Engine, call: EngineCall, temporary: string): Promise<EngineResult> {
  const { args, cwd, input, show = false } = call;
  return new Promise((resolve, reject) => {
    const terminal = show && process.stdout.isTTY;
    const child = spawn(engine.tools.command, args, {
      cwd,
      env: { ...engineEnvironment(engine), TMPDIR: temporary },
      stdio: [input === undefined ? "ignore" : "pipe", terminal ? "inherit" : "pipe", "pipe"],
    });
    const compact = compactOutput((line) => {
      console.log(line);
    });
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (show) compact.take(text);
      else stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (show) process.stderr.write(text);
    });
    child.on("error", reject);
    child.on("close", (status) => {
      compact.end();
      resolve({ status: status ?? 1, stdout, stderr });
    });
    child.stdin?.end(input);
  });
}
