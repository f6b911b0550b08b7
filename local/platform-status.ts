import { existsSync, readdirSync } from "node:fs";
import { components, componentPid, isHealthy } from "./control-plane/control-plane";
import { readPorts } from "./control-plane/ports";
import { supervisorPid, supervisorState } from "./flux-controllers/flux-controllers";
import { environmentFolders, platformFolders } from "./folders";
import { runningGitServer } from "./git-server/git-server";
import { isRunning } from "./processes/process-identity";

/** One Flux controller or other Deployment in Flux's namespace. */
export interface ControllerStatus {
  readonly name: string;
  /** Replicas its Deployment asks for; 0 where it is gone. */
  readonly replicas: number;
  /** Its process; undefined when none runs. */
  readonly pid?: number;
  readonly restarts: number;
  /** Whether its pods are only simulated, with no process behind them. */
  readonly simulated: boolean;
}

/** One environment's part of the platform. */
export interface EnvironmentStatus {
  readonly environment: string;
  readonly folder: string;
  readonly apiServer?: string;
  readonly healthy: boolean;
  readonly componentsDown: readonly string[];
  readonly supervisorPid?: number;
  readonly controllers: readonly ControllerStatus[];
}

/** The whole platform of a state folder. */
export interface PlatformStatus {
  readonly folder: string;
  /** URL of the shared repository; undefined when the Git server does not run. */
  readonly repositoryUrl?: string;
  readonly environments: readonly EnvironmentStatus[];
}

/** Looks at what runs; changes nothing. */
export async function platformStatus(root: string): Promise<PlatformStatus> {
  const { git, local } = platformFolders(root);
  const server = runningGitServer(git);
  const environments = await Promise.all(environmentsIn(root).map((name) => environmentStatus(name, root)));
  return { folder: local, environments, ...(server === undefined ? {} : { repositoryUrl: server.repositoryUrl }) };
}

/** The environments that a state folder holds, up or down. */
export function environmentsIn(root: string): readonly string[] {
  const { environments } = platformFolders(root);
  return existsSync(environments) ? readdirSync(environments).sort() : [];
}

async function environmentStatus(environment: string, root: string): Promise<EnvironmentStatus> {
  const folders = environmentFolders(root, environment);
  const ports = readPorts(folders);
  const supervisor = supervisorPid(folders);
  return {
    environment,
    folder: folders.folder,
    healthy: supervisor !== undefined && (await isHealthy(folders)),
    componentsDown: components.filter((component) => componentPid(folders, component) === undefined),
    controllers: controllersOf(root, environment),
    ...(ports === undefined ? {} : { apiServer: `https://127.0.0.1:${ports.apiServer}` }),
    ...(supervisor === undefined ? {} : { supervisorPid: supervisor }),
  };
}

function controllersOf(root: string, environment: string): readonly ControllerStatus[] {
  const state = supervisorState(environmentFolders(root, environment));
  const names = new Set([...Object.keys(state?.controllers ?? {}), ...Object.keys(state?.deployments ?? {})]);
  return [...names].sort().map((name) => {
    const controller = state?.controllers[name];
    const pid = controller?.process !== undefined && isRunning(controller.process) ? controller.process.pid : undefined;
    return {
      name,
      replicas: state?.deployments[name] ?? 0,
      restarts: controller?.restarts ?? 0,
      simulated: controller === undefined,
      ...(pid === undefined ? {} : { pid }),
    };
  });
}
