import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readAccess, writeKubeconfig } from "../control-plane/access";
import { apiClient, type ApiAccess } from "../control-plane/api-client";
import { readPorts, type Ports } from "../control-plane/ports";
import { environmentFolders, type EnvironmentFolders } from "../folders";
import { endProcesses } from "../processes/end-processes";
import { processesOf } from "../processes/leftovers";
import { holdsPidFile, removePidFile, writeJson, writePidFile } from "../processes/state-file";
import { controllerCommand, controllerNames, type ControllerName } from "./controller-command";
import { controllerProcess, type ControllerProcess } from "./controller-process";
import { listDeployments, replicasOf, type Deployments } from "./deployments";
import { simulateHelmController } from "./helm-simulation";
import { readSettings, supervisorFiles, type SupervisorSettings } from "./supervisor-files";

/** Milliseconds between two looks at the Deployments. */
const interval = 400;

interface Supervised {
  readonly name: ControllerName;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly process: ControllerProcess;
}

interface Context {
  readonly settings: SupervisorSettings;
  readonly folders: EnvironmentFolders;
  readonly ports: Ports;
  readonly access: ApiAccess;
}

/** Ties the controllers' processes to their Deployments until it is told to end, or its folder is removed. */
async function supervise(settingsFile: string): Promise<void> {
  const context = readContext(settingsFile);
  const { folders, settings, access } = context;
  const files = supervisorFiles(folders);
  await endProcesses(processesOf(folders.controllers).filter(({ command }) => isController(command)));
  const client = apiClient(access);
  const supervised = controllerNames.map((name) => controllerOf(name, context));
  const stop = onceToldToEnd();
  writePidFile(files.pidFile);
  log("supervising");
  let seen: Deployments = new Map();
  const helm = simulateHelmController(client, log);
  while (!stop.now() && holdsPidFile(files.pidFile)) {
    seen = (await listDeployments(client, settings.namespace)) ?? seen;
    reconcileAll(supervised, seen, context);
    await helm.reconcile(replicasOf(seen, "helm-controller") > 0);
    writeState(files.state, supervised, seen);
    await stop.within(interval);
  }
  await endAll(supervised);
  removePidFile(files.pidFile);
  if (!existsSync(folders.folder)) await endProcesses(processesOf(folders.folder));
}

function readContext(settingsFile: string): Context {
  const settings = readSettings(settingsFile);
  if (settings === undefined) throw new Error(`${settingsFile} holds no settings`);
  const folders = environmentFolders(settings.root, settings.environment);
  const ports = readPorts(folders);
  if (ports === undefined) throw new Error(`${folders.folder} has no ports`);
  return { settings, folders, ports, access: readAccess(folders, ports.apiServer) };
}

function controllerOf(name: ControllerName, { folders, settings, access }: Context): Supervised {
  const folder = join(folders.controllers, name);
  const kubeconfig = join(folder, "kubeconfig");
  const { namespace } = settings;
  // The rights of the pod's service account, so that the generated RBAC is what is tried.
  const as = {
    user: `system:serviceaccount:${namespace}:${name}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
  };
  writeKubeconfig(kubeconfig, { context: folders.cluster, access, as });
  const binary = settings.binaries[name];
  if (binary === undefined) throw new Error(`no program is known for ${name}`);
  return { name, folder, kubeconfig, process: controllerProcess({ name, binary, folder, log }) };
}

function reconcileAll(supervised: readonly Supervised[], deployments: Deployments, context: Context): void {
  const { ports, settings } = context;
  for (const { name, folder, kubeconfig, process } of supervised) {
    const deployment = deployments.get(name);
    const setting = { folder, kubeconfig, namespace: settings.namespace, ports };
    process.reconcile(deployment === undefined ? undefined : controllerCommand(name, deployment, setting));
  }
}

let lastState = "";

function writeState(path: string, supervised: readonly Supervised[], deployments: Deployments): void {
  const state = {
    controllers: Object.fromEntries(supervised.map(({ name, process }) => [name, process.state()])),
    deployments: Object.fromEntries([...deployments.keys()].map((name) => [name, replicasOf(deployments, name)])),
  };
  const text = JSON.stringify(state);
  if (text === lastState) return;
  lastState = text;
  writeJson(path, state);
}

async function endAll(supervised: readonly Supervised[]): Promise<void> {
  const deadline = Date.now() + 5000;
  while (supervised.some(({ process }) => process.isRunning())) {
    for (const each of supervised) each.process.reconcile(undefined);
    if (Date.now() > deadline)
      await endProcesses(
        supervised.flatMap(({ process }) => process.state().process ?? []),
        0,
      );
    await sleep(25);
  }
  for (const { kubeconfig } of supervised) rmSync(kubeconfig, { force: true });
}

function isController(command: readonly string[]): boolean {
  return controllerNames.some((name) => (command[0] ?? "").endsWith(name));
}

interface Stop {
  now(): boolean;
  /** Waits, but no longer than until the process is told to end. */
  within(milliseconds: number): Promise<void>;
}

function onceToldToEnd(): Stop {
  const told = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      told.abort();
    });
  return {
    now: () => told.signal.aborted,
    within: (milliseconds) => sleep(milliseconds, undefined, { signal: told.signal }).catch(() => undefined),
  };
}

function log(line: string): void {
  console.log(`${new Date().toISOString()} ${line}`);
}

const [, , settingsFile] = process.argv;
if (settingsFile === undefined) throw new Error("usage: supervisor.ts <settings file>");
supervise(settingsFile).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
