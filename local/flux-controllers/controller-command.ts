import { join } from "node:path";
import type { IDeployment } from "kubernetes-models/apps/v1" with { "resolution-mode": "import" };
import type { Ports } from "../control-plane/ports";

/** The controllers that run as processes here; kwok simulates the pods of all others. */
export const controllerNames = ["source-controller", "kustomize-controller"] as const;
export type ControllerName = (typeof controllerNames)[number];

/** What a process needs of this machine in place of its pod's. */
export interface ControllerSetting {
  /** Holds a folder for each volume the Deployment mounts, and the process's home. */
  readonly folder: string;
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly ports: Ports;
}

/** How one controller runs, read from its Deployment. */
export interface ControllerCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folders that stand for the pod's volumes; they go with the pod, not with a crashed container. */
  readonly volumes: readonly string[];
  /** Changes whenever Kubernetes would replace the pod. */
  readonly template: string;
  /** Seconds between SIGTERM and SIGKILL. */
  readonly graceSeconds: number;
  readonly image: string;
}

type Container = NonNullable<NonNullable<NonNullable<IDeployment["spec"]>["template"]["spec"]>["containers"]>[number];

/** The command of a Deployment's pod on this machine; undefined where Kubernetes would run no pod. */
export function controllerCommand(
  name: ControllerName,
  deployment: IDeployment,
  setting: ControllerSetting,
): ControllerCommand | undefined {
  const { spec, metadata } = deployment;
  const pod = spec?.template.spec;
  const container = pod?.containers.find((each) => each.name === "manager") ?? pod?.containers[0];
  const removed = metadata?.deletionTimestamp !== undefined || (spec?.replicas ?? 1) < 1;
  if (spec === undefined || container === undefined || removed) return undefined;
  const volumes = mountedFolders(container, setting.folder);
  const env = containerEnvironment(name, container, setting.namespace);
  return {
    args: [...ownArguments(container, env), ...overrides(name, setting)],
    env: {
      ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, withFolder(value, volumes)])),
      KUBECONFIG: setting.kubeconfig,
    },
    volumes: Object.values(volumes),
    template: JSON.stringify(spec.template),
    graceSeconds: pod?.terminationGracePeriodSeconds ?? 30,
    image: container.image ?? "",
  };
}

/** The container's arguments without the flags that only make sense in a pod, and with variables filled in. */
function ownArguments(container: Container, env: Readonly<Record<string, string>>): readonly string[] {
  const kept: string[] = [];
  const args = container.args ?? [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const flag = arg.split("=", 1)[0] ?? "";
    if (!replacedFlags.has(flag.replace(/^-+/, ""))) kept.push(expand(arg, env));
    else if (!arg.includes("=") && args[index + 1]?.startsWith("-") === false) index += 1;
  }
  return kept;
}

// The election is dropped too: its lease lives in the namespace that a pod reads from its own files, and here is one process.
const replacedFlags = new Set([
  "enable-leader-election",
  "storage-path",
  "storage-addr",
  "storage-adv-addr",
  "metrics-addr",
  "health-addr",
  "events-addr",
]);

function overrides(name: ControllerName, { folder, ports }: ControllerSetting): readonly string[] {
  const at = (port: number): string => `127.0.0.1:${port}`;
  switch (name) {
    case "source-controller":
      return [
        `--storage-path=${join(folder, "data")}`,
        `--storage-addr=${at(ports.sourceStorage)}`,
        `--storage-adv-addr=${at(ports.sourceStorage)}`,
        `--metrics-addr=${at(ports.sourceMetrics)}`,
        `--health-addr=${at(ports.sourceHealth)}`,
        "--events-addr=",
      ];
    case "kustomize-controller":
      return [
        `--metrics-addr=${at(ports.kustomizeMetrics)}`,
        `--health-addr=${at(ports.kustomizeHealth)}`,
        "--events-addr=",
      ];
  }
}

/** The container's variables that have a value outside of a pod: literals, and its own name and namespace. */
function containerEnvironment(name: string, container: Container, namespace: string): Readonly<Record<string, string>> {
  const env: Record<string, string> = { RUNTIME_NAMESPACE: namespace };
  for (const { name: key, value, valueFrom } of container.env ?? []) {
    const field = valueFrom?.fieldRef?.fieldPath;
    if (value !== undefined) env[key] = expand(value, env);
    else if (field === "metadata.namespace") env[key] = namespace;
    else if (field === "metadata.name") env[key] = name;
  }
  return env;
}

/** Where each mount path of the container lies on this machine. */
function mountedFolders(container: Container, folder: string): Readonly<Record<string, string>> {
  const mounts = (container.volumeMounts ?? []).map(({ mountPath }) => mountPath);
  const paths = [...new Set([...mounts, "/data", "/tmp"])];
  return Object.fromEntries(paths.map((path) => [path, join(folder, path.slice(1).replaceAll("/", "-"))]));
}

/** A path in the container as the path on this machine; other values as they are. */
function withFolder(value: string, volumes: Readonly<Record<string, string>>): string {
  for (const [mount, folder] of Object.entries(volumes)) {
    if (value === mount || value.startsWith(`${mount}/`)) return `${folder}${value.slice(mount.length)}`;
  }
  return value;
}

/** Fills in `$(NAME)` as Kubernetes does: unknown names stay, `$$(NAME)` is a literal. */
function expand(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$\$|\$\(([^()]+)\)/g, (found, key: string | undefined) =>
    key === undefined ? "$" : (env[key] ?? found),
  );
}
