import { simpleGit } from "simple-git";
import type { SimpleGit } from "simple-git";

/** A git process that ended with another status than 0; holds no argument and no variable, so that nothing secret is in it. */
export class GitExit extends Error {
  readonly stdout: string;
  readonly stderr: string;

  constructor(
    /** Git's subcommand: `fetch`. */
    readonly command: string,
    readonly exitCode: number,
    { stdout = "", stderr = "" }: { readonly stdout?: string; readonly stderr?: string },
  ) {
    super(`git ${command} ended with status ${exitCode}: ${lastLines(stderr)}`);
    this.name = "GitExit";
    this.stdout = stdout;
    this.stderr = stderr;
  }
}

/** Starts git in one folder with nothing of the caller's environment but what is listed here. */
export interface GitRunner {
  /** Standard output as text. */
  run(args: readonly string[], options?: RunOptions): Promise<string>;
  /** Standard output as bytes. */
  runBytes(args: readonly string[], options?: RunOptions): Promise<Buffer>;
}

/** What one call adds. */
export interface RunOptions {
  readonly input?: string | Buffer;
  /** Variables beside the runner's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings beside the runner's own. */
  readonly config?: readonly (readonly [string, string])[];
  /** Ends a process that says nothing for so long. @default 120 */
  readonly silentSeconds?: number;
}

/** Variables of the caller that say how to reach the network, and nothing about Git. */
const passed = [
  "PATH",
  "SYSTEMROOT",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "no_proxy",
];

/** simple-git refuses what could run foreign code; each of these is set by this folder alone, from values that it checked. */
const unsafe = {
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeSshCommand: true,
  allowUnsafeTemplateDir: true,
  allowUnsafeHooksPath: true,
  // The name of a setting holds the remote's URL, whose host may spell one of these.
  allowUnsafeAlias: true,
  allowUnsafePager: true,
} as const;

/** A runner for `folder`; `config` are settings as for `git -c`, given by variables so that they stand on no command line. */
export function gitRunner(
  folder: string,
  env: Readonly<Record<string, string>>,
  config: readonly (readonly [string, string])[],
): GitRunner {
  const base = { ...inherited(), ...env };
  const envOf = (options: RunOptions): Readonly<Record<string, string>> => ({
    ...base,
    ...configVariables([...config, ...(options.config ?? [])]),
    ...options.env,
  });
  const call = <T>(
    args: readonly string[],
    options: RunOptions,
    task: (git: SimpleGit) => PromiseLike<T>,
  ): Promise<T> =>
    runTask(args[0] ?? "", (onExit) => task(openGit({ ...options, folder, env: envOf(options), onExit })));
  return {
    run: (args, options = {}) => call(args, options, (git) => git.raw([...args])),
    runBytes: (args, options = {}) => call(args, options, (git) => git.binaryCatFile([...args.slice(1)])),
  };
}

type ExitHandler = (exitCode: number, stdout: readonly Buffer[], stderr: readonly Buffer[]) => void;

interface OpenOptions extends RunOptions {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onExit: ExitHandler;
}

function openGit({ folder, env, input, silentSeconds = 120, onExit }: OpenOptions): SimpleGit {
  return simpleGit({
    baseDir: folder,
    completion: { onClose: true, onExit: false },
    unsafe,
    allowEnvironment: Object.keys(env),
    timeout: { block: silentSeconds * 1000 },
    errors: (error, { exitCode, stdOut, stdErr }) => {
      if (exitCode === 0) return error;
      onExit(exitCode, stdOut, stdErr);
      return error ?? Buffer.from("git failed");
    },
    ...(input === undefined ? {} : { input: () => input }),
  }).env(env);
}

/** simple-git's own errors hold the whole command line and its parsed variables: they end here. */
async function runTask<T>(command: string, task: (onExit: ExitHandler) => PromiseLike<T>): Promise<T> {
  let exit: GitExit | undefined;
  try {
    return await task((exitCode, stdout, stderr) => {
      exit = new GitExit(command, exitCode, {
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      });
    });
  } catch (error) {
    throw exit ?? new GitExit(command, -1, { stderr: error instanceof Error ? error.message : String(error) });
  }
}

function inherited(): Readonly<Record<string, string>> {
  const variables = passed.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const authorities = authoritiesFile();
  return {
    ...Object.fromEntries(variables),
    ...(authorities === undefined ? {} : { GIT_SSL_CAINFO: authorities }),
    LC_ALL: "C",
  };
}

/** File of the certificate authorities that the caller trusts: git built with GnuTLS knows only one of the two variables. */
export function authoritiesFile(): string | undefined {
  const file = process.env["GIT_SSL_CAINFO"] ?? process.env["SSL_CERT_FILE"];
  return file === "" ? undefined : file;
}

function configVariables(config: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  const pairs = config.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ]);
  return { ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: String(config.length) };
}

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-4).join("\n");
}
