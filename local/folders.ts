import { createHash } from "node:crypto";
import { join, resolve } from "node:path";

/** The git-ignored folder that holds everything a run leaves behind: FLUX_MONOREPO_STATE, else `.flux-monorepo` of the project. */
export function stateFolder(project: string = process.cwd()): string {
  const own = process.env["FLUX_MONOREPO_STATE"];
  return resolve(project, own !== undefined && own !== "" ? own : ".flux-monorepo");
}

/** Where the parts that all environments share keep their files. */
export interface PlatformFolders {
  readonly root: string;
  readonly local: string;
  /** Held while a run starts or removes parts of the platform. */
  readonly lock: string;
  readonly environments: string;
  readonly git: string;
}

/** The layout below a state folder. */
export function platformFolders(root: string): PlatformFolders {
  const local = join(root, "local");
  return {
    root,
    local,
    lock: join(local, "lock"),
    environments: join(local, "environments"),
    git: join(local, "git"),
  };
}

/** Where one environment's cluster and its Flux controllers keep their files. */
export interface EnvironmentFolders {
  readonly folder: string;
  /** Name of the cluster and of its kubeconfig context; differs between state folders, so that two checkouts never meet. */
  readonly cluster: string;
  /** kwokctl's own working folder. */
  readonly kwok: string;
  /** The cluster's folder below it: pki, pids, logs and etcd's data. */
  readonly controlPlane: string;
  readonly kubeconfig: string;
  readonly controllers: string;
}

/** The layout of one environment. */
export function environmentFolders(root: string, environment: string): EnvironmentFolders {
  const folder = join(platformFolders(root).environments, environment);
  const digest = createHash("sha256").update(root).digest("hex").slice(0, 8);
  const cluster = `flux-monorepo-${environment}-${digest}`;
  const kwok = join(folder, "kwok");
  return {
    folder,
    cluster,
    kwok,
    controlPlane: join(kwok, "clusters", cluster),
    kubeconfig: join(folder, "kubeconfig"),
    controllers: join(folder, "controllers"),
  };
}
