import { join } from "node:path";
import { environmentFolders, type EnvironmentFolders } from "../folders";
import { startDaemon } from "../processes/daemon";
import { endProcesses, signal } from "../processes/end-processes";
import { isRunning } from "../processes/process-identity";
import { readPidFile, writeJson } from "../processes/state-file";
import type { ControllerName } from "./controller-command";
import {
  readSettings,
  readState,
  supervisorFiles,
  type SupervisorSettings,
  type SupervisorState,
} from "./supervisor-files";

/** Namespace of Flux's Deployments. */
const namespace = "flux-system";

/** Starts the environment's supervisor unless it runs with these very programs. */
export async function ensureSupervisor(
  root: string,
  environment: string,
  binaries: Readonly<Record<ControllerName, string>>,
): Promise<void> {
  const folders = environmentFolders(root, environment);
  const files = supervisorFiles(folders);
  const settings: SupervisorSettings = { root, environment, namespace, binaries };
  const running = readPidFile(files.pidFile);
  const same = JSON.stringify(readSettings(files.settings)) === JSON.stringify(settings);
  if (running !== undefined && same) return;
  if (running !== undefined) await endProcesses([running], 20_000);
  writeJson(files.settings, settings);
  const script = join(__dirname, "supervisor.ts");
  const title = `supervisor of ${environment}'s Flux controllers`;
  await startDaemon({ title, script, args: [files.settings], pidFile: files.pidFile, log: files.log });
}

/** Pid of the environment's supervisor; undefined when it does not run. */
export function supervisorPid(folders: EnvironmentFolders): number | undefined {
  return readPidFile(supervisorFiles(folders).pidFile)?.pid;
}

/** What the supervisor last saw; undefined before its first look. */
export function supervisorState(folders: EnvironmentFolders): SupervisorState | undefined {
  return readState(supervisorFiles(folders));
}

/** Pids of the controllers that run now. */
export function controllerPids(root: string, environment: string): Readonly<Partial<Record<string, number>>> {
  const state = supervisorState(environmentFolders(root, environment));
  const running = Object.entries(state?.controllers ?? {}).flatMap(([name, { process }]) =>
    process !== undefined && isRunning(process) ? [[name, process.pid] as const] : [],
  );
  return Object.fromEntries(running);
}

/** Kills a controller's process as a lack of memory would, for tests; false when it does not run. */
export function killController(root: string, environment: string, name: string): boolean {
  const process = supervisorState(environmentFolders(root, environment))?.controllers[name]?.process;
  return process !== undefined && signal(process, "SIGKILL");
}
