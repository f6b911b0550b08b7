import { counted } from "../../components/model/wording/words";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Report } from "../../tools/report";
import type { EnvironmentFolders } from "../folders";
import { endProcesses } from "../processes/end-processes";
import { isPortFree } from "../processes/free-ports";
import { processesOf } from "../processes/leftovers";
import { commandOf, identify } from "../processes/process-identity";
import { readJson, writeJson } from "../processes/state-file";
import { readAccess, writeKubeconfig } from "./access";
import { apiClient, messageOf } from "./api-client";
import { createCluster, startCluster, type ControlPlaneTools } from "./kwokctl";
import { choosePorts, readPorts, type Ports } from "./ports";
import { applySimulation } from "./simulation";

/** The processes of a control plane, as kwokctl names their pid files. */
export const components = [
  "etcd",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kwok-controller",
] as const;

/** Brings the cluster up: creates it, or starts what has ended with the data it had. Does nothing where all is well. */
export async function ensureControlPlane(
  folders: EnvironmentFolders,
  tools: ControlPlaneTools,
  report: Report,
): Promise<void> {
  if (await isHealthy(folders)) return;
  if (isCreated(folders)) await report.step(`Restarting ${folders.cluster}`, () => repair(folders, tools, report));
  else await report.step(`Creating ${folders.cluster}`, () => create(folders, tools, report));
}

/** Whether all processes run and the API server says that it is ready. */
export async function isHealthy(folders: EnvironmentFolders): Promise<boolean> {
  if (!isCreated(folders) || componentsDown(folders).length > 0) return false;
  return (await readiness(folders)) === undefined;
}

/** The processes of a created cluster that do not run. */
export function componentsDown(folders: EnvironmentFolders): readonly string[] {
  return components.filter((component) => componentPid(folders, component) === undefined);
}

/** The pid of one process of the control plane; undefined when it does not run. */
export function componentPid(folders: EnvironmentFolders, component: string): number | undefined {
  const pid = Number(readText(pidFile(folders, component)) ?? NaN);
  if (!Number.isInteger(pid) || identify(pid) === undefined) return undefined;
  // kwokctl's pid files have no start time; a process that reuses the pid does not name our folder.
  return commandOf(pid).some((word) => word.includes(folders.controlPlane)) ? pid : undefined;
}

/** Why the API server is not ready; undefined when it is. */
async function readiness(folders: EnvironmentFolders): Promise<string | undefined> {
  const ports = readPorts(folders);
  if (ports === undefined) return "it was never started";
  try {
    const client = apiClient(readAccess(folders, ports.apiServer));
    try {
      const answer = await client.request("GET", "/readyz");
      return answer.status === 200 ? undefined : messageOf(answer.body);
    } finally {
      client.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function create(folders: EnvironmentFolders, tools: ControlPlaneTools, report: Report): Promise<void> {
  const left = processesOf(folders.folder);
  if (left.length > 0) {
    await endProcesses(left);
    report.note(
      `Ended ${counted(left.length, "process", "processes")} of a run that was killed while it created ${folders.cluster}.`,
    );
  }
  rmSync(folders.folder, { recursive: true, force: true });
  const ports = await choosePorts(folders);
  await createCluster(folders, tools, ports);
  await becomeReady(folders, ports);
  writeJson(createdMark(folders), { cluster: folders.cluster });
}

async function repair(folders: EnvironmentFolders, tools: ControlPlaneTools, report: Report): Promise<void> {
  const ports = readPorts(folders);
  if (ports === undefined) throw new Error(`${folders.folder} has lost its ports.json; ${rebuild(folders)}`);
  const down = componentsDown(folders);
  report.note(
    `${folders.cluster}: ${down.length === 0 ? "not ready" : `${down.join(", ")} not running`}; starting again.`,
  );
  for (const component of down) rmSync(pidFile(folders, component), { force: true });
  await assertPortsFree(folders, ports, down);
  await startCluster(folders, tools);
  await becomeReady(folders, ports);
}

async function becomeReady(folders: EnvironmentFolders, ports: Ports): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const reason = await readiness(folders);
    if (reason === undefined) break;
    if (Date.now() > deadline)
      throw new Error(`The API server of ${folders.cluster} is not ready: ${reason}. ${rebuild(folders)}`);
    await sleep(100);
  }
  const access = readAccess(folders, ports.apiServer);
  writeKubeconfig(folders.kubeconfig, { context: folders.cluster, access });
  await applySimulation(access);
}

async function assertPortsFree(folders: EnvironmentFolders, ports: Ports, down: readonly string[]): Promise<void> {
  const used: Readonly<Record<string, number>> = { etcd: ports.etcd, "kube-apiserver": ports.apiServer };
  for (const component of down) {
    const port = used[component];
    if (port === undefined || (await becomesFree(port))) continue;
    throw new Error(
      `Port ${port} of ${component} (${folders.cluster}) is taken by another program. End that program, or ${rebuild(folders)}`,
    );
  }
}

/** A killed server can hold its port for a moment after it is gone from the list of processes. */
async function becomesFree(port: number): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  while (!(await isPortFree(port))) {
    if (Date.now() > deadline) return false;
    await sleep(100);
  }
  return true;
}

function isCreated(folders: EnvironmentFolders): boolean {
  return readJson(createdMark(folders), isObject) !== undefined && existsSync(join(folders.controlPlane, "etcd"));
}

/** Written when a creation is whole; a folder without it is what a killed run left. */
function createdMark(folders: EnvironmentFolders): string {
  return join(folders.folder, "created.json");
}

function pidFile(folders: EnvironmentFolders, component: string): string {
  const folder = join(folders.controlPlane, "pids");
  const file = existsSync(folder) ? readdirSync(folder).find((name) => name.startsWith(`${component}.`)) : undefined;
  return join(folder, file ?? `${component}.pid`);
}

function rebuild(folders: EnvironmentFolders): string {
  const environment = folders.folder.split(/[/\\]/).at(-1) ?? "";
  return `remove the cluster by \`npm run local -- down ${environment}\` and bring it up anew.`;
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
