import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A process that cannot be mistaken for a later one of the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the kernel says it started; its form differs between systems and is only compared. */
  readonly started: string;
}

/** A running process and the words of its command line. */
export interface RunningProcess extends ProcessIdentity {
  readonly command: readonly string[];
}

const linux = process.platform === "linux";

/** The identity of a live process; undefined where there is none, or where it has ended and only waits to be reaped. */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = linux ? startedLinux(pid) : startedElsewhere(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether that very process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/** Every live process, with its command line, that `matches` picks. */
export function findProcesses(matches: (command: readonly string[]) => boolean): readonly RunningProcess[] {
  const found: RunningProcess[] = [];
  for (const [pid, command] of linux ? commandsLinux() : commandsElsewhere()) {
    if (pid === process.pid || !matches(command)) continue;
    const identity = identify(pid);
    if (identity !== undefined) found.push({ ...identity, command });
  }
  return found;
}

/** The words of a process's command line; empty when it is gone. */
export function commandOf(pid: number): readonly string[] {
  if (linux) return readCommand(pid);
  return ps(["-ww", "-o", "args=", "-p", String(pid)])
    .trim()
    .split(/\s+/);
}

function startedLinux(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold blanks; the fields that follow it are the state and, nineteen later, the start time.
    // A zombie whose other threads still end goes on holding its ports.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ended = fields[0] === "X" || (fields[0] === "Z" && readdirSync(`/proc/${pid}/task`).length < 2);
    return ended ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function startedElsewhere(pid: number): string | undefined {
  const [state, ...started] = ps(["-o", "stat=,lstart=", "-p", String(pid)])
    .trim()
    .split(/\s+/);
  return state === undefined || state === "" || state.startsWith("Z") ? undefined : started.join(" ");
}

function* commandsLinux(): Generator<[number, readonly string[]]> {
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (Number.isInteger(pid)) yield [pid, readCommand(pid)];
  }
}

function* commandsElsewhere(): Generator<[number, readonly string[]]> {
  for (const line of ps(["-axww", "-o", "pid=,args="]).split("\n")) {
    const [pid, ...command] = line.trim().split(/\s+/);
    if (pid !== undefined && pid !== "") yield [Number(pid), command];
  }
}

function readCommand(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  } catch {
    return [];
  }
}

function ps(args: readonly string[]): string {
  try {
    return execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}
