import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ClusterError } from "./errors";
import { newKubeConfig, type KubeConfig } from "./kube-config";

/** Which cluster one environment runs on. Plain data: it is kept in state, so that a destroy finds the cluster without the program. */
export interface ClusterAccess {
  /** Path of a kubeconfig, relative to the project folder or below `~/`. @default `$KUBECONFIG`, else `~/.kube/config` */
  readonly kubeconfig?: string;
  /** A context of that kubeconfig; the current context is never used. */
  readonly context: string;
}

/** Reads the kubeconfig and selects the context that is named. @throws ClusterError when there is no such file or context. */
export async function loadKubeconfig(access: ClusterAccess): Promise<KubeConfig> {
  const paths = kubeconfigPaths(access);
  const found = paths.filter((path) => existsSync(path));
  if (found.length === 0) throw missing(paths);
  const config = await newKubeConfig();
  for (const path of found) {
    const next = await newKubeConfig();
    read(next, path);
    config.mergeConfig(next, true);
  }
  select(config, access.context, found);
  return config;
}

/** The files that an access stands for, as absolute paths. */
export function kubeconfigPaths(access: ClusterAccess): readonly string[] {
  if (access.kubeconfig !== undefined) return [expand(access.kubeconfig)];
  const ambient = (process.env["KUBECONFIG"] ?? "").split(delimiter).filter((path) => path !== "");
  return ambient.length > 0 ? ambient.map(expand) : [expand("~/.kube/config")];
}

function expand(path: string): string {
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(path);
}

function read(config: KubeConfig, path: string): void {
  try {
    config.loadFromFile(path);
  } catch {
    // The parser's own message quotes the file, which holds credentials.
    throw new ClusterError("kubeconfig-invalid", `${path} is no kubeconfig; check its YAML.`);
  }
}

function select(config: KubeConfig, context: string, paths: readonly string[]): void {
  const known = config.getContexts().map(({ name }) => name);
  if (!known.includes(context)) {
    const list = known.length === 0 ? "none" : known.join(", ");
    const message = `${paths.join(", ")} has no context "${context}". Known: ${list}. Correct the configuration key context, or kubeconfig.`;
    throw new ClusterError("context-unknown", message);
  }
  config.setCurrentContext(context);
}

function missing(paths: readonly string[]): ClusterError {
  const message = `There is no kubeconfig at ${paths.join(", ")}. Create it, or set the configuration key kubeconfig.`;
  return new ClusterError("kubeconfig-missing", message);
}
