import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openLog } from "../processes/daemon";
import { identify, type ProcessIdentity } from "../processes/process-identity";
import type { ControllerCommand } from "./controller-command";
import { crashHistory } from "./crash-history";

/** A controller's process as others see it. */
export interface ControllerState {
  readonly process?: ProcessIdentity;
  readonly image?: string;
  /** How often it was started again after it ended by itself. */
  readonly restarts: number;
}

/** Keeps one controller's process what its Deployment asks for. */
export interface ControllerProcess {
  /** Takes the next step towards the wanted command, or towards no process; never waits. */
  reconcile(wanted: ControllerCommand | undefined): void;
  readonly state: () => ControllerState;
  readonly isRunning: () => boolean;
}

/** Where a controller's program and files are, and who is told what happens to it. */
export interface ControllerPlace {
  readonly name: string;
  readonly binary: string;
  readonly folder: string;
  readonly log: (line: string) => void;
}

interface Running {
  readonly child: ChildProcess;
  readonly command: ControllerCommand;
  readonly since: number;
  killAt?: number;
}

/** A controller that does not run yet. */
export function controllerProcess(place: ControllerPlace): ControllerProcess {
  const history = crashHistory();
  let running: Running | undefined;
  let pod: ControllerCommand | undefined;

  const ended = ({ killAt, since }: Running, reason: string): void => {
    running = undefined;
    if (killAt !== undefined) place.log(`${place.name} ended`);
    else {
      const delay = history.crashed(Date.now() - since);
      place.log(`${place.name} ended by itself (${reason}); starting it again in ${delay / 1000} s`);
    }
  };
  const begin = (command: ControllerCommand): void => {
    pod = command;
    const run: Running = { child: launch(place, command), command, since: Date.now() };
    running = run;
    run.child.once("error", (error) => {
      ended(run, error.message);
    });
    run.child.once("exit", (code, signal) => {
      ended(run, signal ?? `status ${code ?? "unknown"}`);
    });
    place.log(`${place.name} started as process ${run.child.pid ?? "none"}: ${command.args.join(" ")}`);
  };
  const reconcile = (wanted: ControllerCommand | undefined): void => {
    if (running !== undefined) {
      if (running.killAt !== undefined || wanted?.template !== running.command.template) end(running, place);
      return;
    }
    if (pod !== undefined && pod.template !== wanted?.template) {
      for (const volume of pod.volumes) rmSync(volume, { recursive: true, force: true });
      pod = undefined;
      history.reset();
    }
    if (wanted !== undefined && history.mayStart()) begin(wanted);
  };
  return { reconcile, isRunning: () => running !== undefined, state: () => describe(running, history.restarts()) };
}

/** SIGTERM once, SIGKILL when the pod's grace period is over. */
function end(running: Running, place: ControllerPlace): void {
  if (running.killAt === undefined) {
    running.killAt = Date.now() + running.command.graceSeconds * 1000;
    place.log(`${place.name}: its pod is gone or replaced; ending process ${running.child.pid ?? "none"}`);
    running.child.kill("SIGTERM");
  } else if (Date.now() > running.killAt) running.child.kill("SIGKILL");
}

function launch(place: ControllerPlace, command: ControllerCommand): ChildProcess {
  for (const volume of command.volumes) mkdirSync(volume, { recursive: true });
  const log = openLog(join(place.folder, "log"));
  const env = {
    ...machineEnvironment(),
    HOME: join(place.folder, "tmp"),
    TMPDIR: join(place.folder, "tmp"),
    ...command.env,
  };
  try {
    // The name it runs under holds our folder, by which `down` finds it even when the supervisor was killed.
    const argv0 = join(place.folder, place.name);
    return spawn(place.binary, command.args, { argv0, cwd: place.folder, env, stdio: ["ignore", log, log] });
  } finally {
    closeSync(log);
  }
}

/** What a pod gets from its cluster's network: the way out, and whom to trust there. */
function machineEnvironment(): NodeJS.ProcessEnv {
  const names = ["PATH", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"];
  const known = [...names, ...names.map((name) => name.toLowerCase())];
  return Object.fromEntries(
    known.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function describe(running: Running | undefined, restarts: number): ControllerState {
  const pid = running?.child.pid;
  const process = pid === undefined ? undefined : identify(pid);
  if (running === undefined || process === undefined) return { restarts };
  return { process, image: running.command.image, restarts };
}
