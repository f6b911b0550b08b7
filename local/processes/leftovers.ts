import { basename, sep } from "node:path";
import { findProcesses, type RunningProcess } from "./process-identity";

/** The programs that the platform runs; anything else that names the folder (an editor, a shell) is not ours. */
const programs = new Set([
  "etcd",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kwok",
  "kwok-controller",
  "kwokctl",
  "source-controller",
  "kustomize-controller",
  "sshd",
]);

/** The scripts of this folder that run as daemons. */
const daemons = [`${sep}flux-controllers${sep}supervisor.ts`, `${sep}git-server${sep}server.ts`];

/** Live processes of the platform that keep their files below a folder, whichever run started them. */
export function processesOf(folder: string): readonly RunningProcess[] {
  return findProcesses((command) => isOurProgram(command) && command.some((word) => names(word, folder)));
}

/** Whether a word of a command line is that folder or a path below it, not a sibling whose name begins the same. */
function names(word: string, folder: string): boolean {
  return word.endsWith(folder) || word.includes(`${folder}${sep}`);
}

/** What a process is called in reports: its program, or the daemon's script. */
export function programName(command: readonly string[]): string {
  const daemon = command.find((word) => daemons.some((script) => word.endsWith(script)));
  if (daemon !== undefined) return daemon.includes("git-server") ? "git server" : "Flux supervisor";
  return executable(command);
}

function executable([first = ""]: readonly string[]): string {
  // sshd replaces its command line by one word that begins so.
  return first.startsWith("sshd: ") ? "sshd" : basename(first);
}

function isOurProgram(command: readonly string[]): boolean {
  return programs.has(executable(command)) || command.some((word) => daemons.some((script) => word.endsWith(script)));
}
