import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { silentReport, type Report } from "../tools/report";
import { supervisorPid } from "./flux-controllers/flux-controllers";
import { environmentFolders, platformFolders } from "./folders";
import { gitFiles } from "./git-server/git-files";
import { environmentsIn } from "./platform-status";
import { endProcesses } from "./processes/end-processes";
import { processesOf, programName } from "./processes/leftovers";
import { withLock } from "./processes/lock";

/** What `stopPlatform` ended and removed, in the order it did. */
export interface Removal {
  /** `kube-apiserver of staging (process 4711)`. */
  readonly processes: readonly string[];
  /** Absolute paths. */
  readonly folders: readonly string[];
}

/**
 * Ends and removes an environment's part of the platform, or (`all`) all of it. With the last environment goes the whole state
 * folder: the repository, the Pulumi state and the age identities are of no use without a cluster.
 */
export async function stopPlatform(which: string, root: string, report: Report = silentReport): Promise<Removal> {
  if (!existsSync(root)) return { processes: [], folders: [] };
  const { lock } = platformFolders(root);
  return withLock(lock, report, async () => {
    const known = environmentsIn(root);
    const chosen = which === "all" ? known : known.filter((name) => name === which);
    const removals: Removal[] = [];
    for (const name of chosen) removals.push(await stopEnvironment(name, root));
    if (chosen.length === known.length) removals.push(await stopShared(root));
    return { processes: removals.flatMap((each) => each.processes), folders: removals.flatMap((each) => each.folders) };
  });
}

/** The supervisor ends first, for it would start its controllers again; what is left of any run follows. */
async function stopEnvironment(environment: string, root: string): Promise<Removal> {
  const { folder } = environmentFolders(root, environment);
  const running = processesOf(folder);
  const processes = running.map(({ command, pid }) => `${programName(command)} of ${environment} (process ${pid})`);
  const supervisor = supervisorPid(environmentFolders(root, environment));
  await endProcesses(
    running.filter(({ pid }) => pid === supervisor),
    20_000,
  );
  // Nothing is kept, so nothing needs the time that the API server takes to end well.
  await endProcesses(running, 500);
  await endProcesses(processesOf(folder), 0);
  rmSync(folder, { recursive: true, force: true });
  return { processes, folders: [folder] };
}

async function stopShared(root: string): Promise<Removal> {
  const running = processesOf(gitFiles(platformFolders(root).git).folder);
  await endProcesses(running);
  const removed = holdsOtherThings(root) ? [platformFolders(root).local, join(root, "pulumi")] : [root];
  for (const path of removed) rmSync(path, { recursive: true, force: true });
  return { processes: running.map(({ command, pid }) => `${programName(command)} (process ${pid})`), folders: removed };
}

/** Whether a state folder chosen by hand is also the project, the home folder or one that holds them. */
function holdsOtherThings(root: string): boolean {
  return [process.cwd(), homedir()].some((kept) => kept === root || kept.startsWith(`${root}${sep}`));
}
