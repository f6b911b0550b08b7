import { existsSync } from "node:fs";
import { silentReport, type Report } from "../tools/report";
import { ensureControlPlane, isHealthy } from "./control-plane/control-plane";
import { ensureSupervisor, supervisorPid } from "./flux-controllers/flux-controllers";
import { environmentFolders, platformFolders } from "./folders";
import { ensureGitServer, runningGitServer, type GitServer } from "./git-server/git-server";
import { ensureSshServer, type SshAccess } from "./git-server/ssh-server";
import { resolvePlatformTools } from "./platform-tools";
import { withLock } from "./processes/lock";

export { controllerPids, killController } from "./flux-controllers/flux-controllers";
export { stateFolder } from "./folders";
export { platformStatus, type ControllerStatus, type EnvironmentStatus, type PlatformStatus } from "./platform-status";
export { stopPlatform, type Removal } from "./stop-platform";

/** Everything a run needs to use one environment's cluster and the shared repository. */
export interface LocalPlatform {
  readonly environment: string;
  /** Path of a kubeconfig with this cluster's context alone. */
  readonly kubeconfig: string;
  readonly context: string;
  /** URL over HTTP on loopback. */
  readonly repositoryUrl: string;
  readonly username: string;
  /** The repository's password; lives in a file that only its owner can read. */
  readonly token: string;
}

/** Brings up what of an environment's platform does not run: the Git server, the cluster, the Flux controllers' supervisor. */
export async function startPlatform(
  environment: string,
  root: string,
  report: Report = silentReport,
): Promise<LocalPlatform> {
  const { git, lock } = platformFolders(root);
  const folders = environmentFolders(root, environment);
  const running = runningGitServer(git);
  if (running !== undefined && supervisorPid(folders) !== undefined && (await isHealthy(folders))) {
    return describe(environment, root, running);
  }
  const tools = await resolvePlatformTools(report);
  return withLock(lock, report, async () => {
    const server = await ensureGitServer(git, report);
    await ensureControlPlane(folders, tools.controlPlane, report);
    await ensureSupervisor(root, environment, tools.controllers);
    return describe(environment, root, server);
  });
}

/** Opens the shared repository over SSH too, with a deploy key; undefined where the machine has no sshd. */
export async function startSshAccess(root: string): Promise<SshAccess | undefined> {
  const { git, lock } = platformFolders(root);
  return withLock(lock, silentReport, () => ensureSshServer(git));
}

/** The platform of an environment as a state folder describes it, without starting anything; undefined where it is down. */
export function findPlatform(environment: string, root: string): LocalPlatform | undefined {
  const server = runningGitServer(platformFolders(root).git);
  const { kubeconfig } = environmentFolders(root, environment);
  return server !== undefined && existsSync(kubeconfig) ? describe(environment, root, server) : undefined;
}

function describe(environment: string, root: string, server: GitServer): LocalPlatform {
  const { kubeconfig, cluster } = environmentFolders(root, environment);
  return { environment, kubeconfig, context: cluster, ...server };
}
