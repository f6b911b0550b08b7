import { join } from "node:path";
import type { EnvironmentFolders } from "../folders";
import { freePorts } from "../processes/free-ports";
import { readJson, writeJson } from "../processes/state-file";

const names = [
  "apiServer",
  "etcd",
  "etcdPeer",
  "controllerManager",
  "scheduler",
  "kwok",
  "sourceStorage",
  "sourceMetrics",
  "sourceHealth",
  "kustomizeMetrics",
  "kustomizeHealth",
] as const;

/** The loopback ports of one environment, kept for as long as it lives. */
export type Ports = Readonly<Record<(typeof names)[number], number>>;

/** Chooses free ports and keeps them; written last of a creation's preparation, so their file marks a chosen set. */
export async function choosePorts(folders: EnvironmentFolders): Promise<Ports> {
  const free = await freePorts(names.length);
  const ports: unknown = Object.fromEntries(names.map((name, index) => [name, free[index]]));
  if (!isPorts(ports)) throw new Error("fewer ports than asked for");
  writeJson(join(folders.folder, "ports.json"), ports);
  return ports;
}

/** The ports chosen before; undefined where the environment was never brought up. */
export function readPorts(folders: EnvironmentFolders): Ports | undefined {
  return readJson(join(folders.folder, "ports.json"), isPorts);
}

function isPorts(value: unknown): value is Ports {
  if (typeof value !== "object" || value === null) return false;
  const ports: Readonly<Record<string, unknown>> = { ...value };
  return names.every((name) => typeof ports[name] === "number");
}
