import type { ControllerStatus, EnvironmentStatus, PlatformStatus, Removal } from "../../local/platform";
import { table } from "../start/table";

/** The platform as a person reads it: what runs, where, and behind which Deployment. */
export function describePlatform(status: PlatformStatus, only?: string): string {
  const shown = status.environments.filter(({ environment }) => only === undefined || environment === only);
  const clusters = shown.map((each) => [each.environment, each.apiServer ?? "-", conditionOf(each), each.folder]);
  const controllers = shown.flatMap((each) =>
    each.controllers.map((controller) => [each.environment, controller.name, ...controllerCells(controller)]),
  );
  const parts = [
    shown.length === 0 ? "No cluster is up." : table(["ENVIRONMENT", "API SERVER", "STATE", "FOLDER"], clusters),
    `Git server: ${status.repositoryUrl ?? "not running"}`,
  ];
  if (controllers.length > 0) {
    parts.splice(1, 0, table(["ENVIRONMENT", "CONTROLLER", "REPLICAS", "PROCESS", "RESTARTS"], controllers));
  }
  return parts.join("\n\n");
}

/** What `down` ended and removed. */
export function describeRemoval({ processes, folders }: Removal): string {
  if (processes.length === 0 && folders.length === 0) return "Nothing of the embedded platform was there.";
  const ended = processes.map((process) => `ended    ${process}`);
  const removed = folders.map((folder) => `removed  ${folder}`);
  return [...ended, ...removed].join("\n");
}

function conditionOf({ healthy, componentsDown, supervisorPid }: EnvironmentStatus): string {
  if (healthy) return "ready";
  const down = supervisorPid === undefined ? [...componentsDown, "supervisor"] : componentsDown;
  return down.length === 0 ? "not ready" : `down: ${down.join(", ")}`;
}

function controllerCells({ replicas, pid, restarts, simulated }: ControllerStatus): readonly string[] {
  if (simulated) return [String(replicas), "simulated", "-"];
  return [String(replicas), pid === undefined ? "none" : String(pid), String(restarts)];
}
