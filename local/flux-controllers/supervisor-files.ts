import { join } from "node:path";
import type { EnvironmentFolders } from "../folders";
import { isProcessIdentity, readJson } from "../processes/state-file";
import type { ControllerState } from "./controller-process";

/** Files of the supervisor of one environment. */
export interface SupervisorFiles {
  readonly settings: string;
  readonly pidFile: string;
  readonly log: string;
  /** The controllers' state, for status and tests. */
  readonly state: string;
}

/** Where they lie. */
export function supervisorFiles(folders: EnvironmentFolders): SupervisorFiles {
  const at = (name: string): string => join(folders.controllers, name);
  return {
    settings: at("settings.json"),
    pidFile: at("supervisor.pid"),
    log: at("supervisor.log"),
    state: at("state.json"),
  };
}

/** What a supervisor is started with; a change of it restarts the supervisor. */
export interface SupervisorSettings {
  readonly root: string;
  readonly environment: string;
  readonly namespace: string;
  /** Paths of the controllers' programs. */
  readonly binaries: Readonly<Record<string, string>>;
}

/** What the supervisor last saw and did. */
export interface SupervisorState {
  readonly controllers: Readonly<Record<string, ControllerState>>;
  /** Desired replicas of every Deployment in Flux's namespace. */
  readonly deployments: Readonly<Record<string, number>>;
}

/** Reads the settings; undefined when there are none. */
export function readSettings(settingsFile: string): SupervisorSettings | undefined {
  return readJson(settingsFile, isSettings);
}

/** Reads the state; undefined before the supervisor's first look at the cluster. */
export function readState(files: SupervisorFiles): SupervisorState | undefined {
  return readJson(files.state, isState);
}

function isSettings(value: unknown): value is SupervisorSettings {
  return (
    typeof value === "object" && value !== null && "root" in value && "environment" in value && "binaries" in value
  );
}

function isState(value: unknown): value is SupervisorState {
  if (typeof value !== "object" || value === null || !("controllers" in value) || !("deployments" in value))
    return false;
  const { controllers } = value;
  if (typeof controllers !== "object" || controllers === null) return false;
  const states: readonly unknown[] = Object.values(controllers);
  return states.every((state) => isControllerState(state));
}

function isControllerState(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("restarts" in value)) return false;
  return !("process" in value) || isProcessIdentity(value.process);
}
