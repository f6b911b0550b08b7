import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lastLines, run } from "../../tools/run";
import type { EnvironmentFolders } from "../folders";
import { writeJson } from "../processes/state-file";
import type { Ports } from "./ports";

/** The programs a control plane is made of, by path. */
export interface ControlPlaneTools {
  readonly kwokctl: string;
  readonly kwok: string;
  readonly etcd: string;
  readonly kubeApiserver: string;
  readonly kubeControllerManager: string;
  readonly kubeScheduler: string;
}

/** Creates the cluster and starts its processes. */
export async function createCluster(
  folders: EnvironmentFolders,
  tools: ControlPlaneTools,
  ports: Ports,
): Promise<void> {
  const config = join(folders.folder, "kwokctl.json");
  writeJson(config, configuration(tools, ports));
  writeProbe(folders, ports);
  await kwokctl(folders, tools, ["create", "cluster", "--config", config, "--kubeconfig", ""]);
}

/** Starts those processes of an existing cluster that do not run, with the data they had. */
export async function startCluster(folders: EnvironmentFolders, tools: ControlPlaneTools): Promise<void> {
  await kwokctl(folders, tools, ["start", "cluster"]);
}

async function kwokctl(folders: EnvironmentFolders, tools: ControlPlaneTools, args: readonly string[]): Promise<void> {
  const env = {
    PATH: `${probeFolder(folders)}:${process.env["PATH"] ?? ""}`,
    HOME: folders.folder,
    KUBECONFIG: folders.kubeconfig,
    KWOK_WORKDIR: folders.kwok,
  };
  const result = await run(tools.kwokctl, [...args, "--name", folders.cluster], { env, timeout: 180_000 });
  if (result.status === 0) return;
  const logs = join(folders.controlPlane, "logs");
  throw new Error(`kwokctl ${args[0]} failed. Logs: ${logs}\n${lastLines(result.stdout + result.stderr, 12)}`);
}

function configuration(tools: ControlPlaneTools, ports: Ports): object {
  return {
    apiVersion: "config.kwok.x-k8s.io/v1alpha1",
    kind: "KwokctlConfiguration",
    options: {
      runtime: "binary",
      bindAddress: "127.0.0.1",
      enableCRDs: ["Stage"],
      etcdBinary: tools.etcd,
      kubeApiserverBinary: tools.kubeApiserver,
      kubeControllerManagerBinary: tools.kubeControllerManager,
      kubeSchedulerBinary: tools.kubeScheduler,
      kwokControllerBinary: tools.kwok,
      kubeApiserverPort: ports.apiServer,
      etcdPort: ports.etcd,
      etcdPeerPort: ports.etcdPeer,
      kubeControllerManagerPort: ports.controllerManager,
      kubeSchedulerPort: ports.scheduler,
      kwokControllerPort: ports.kwok,
    },
    // There is one of each. With an election, they end when the API server is away for seconds, and a new one waits.
    componentsPatches: ["kube-controller-manager", "kube-scheduler"].map((name) => ({
      name,
      extraArgs: [{ key: "leader-elect", value: "false" }],
    })),
  };
}

function probeFolder(folders: EnvironmentFolders): string {
  return join(folders.folder, "probe");
}

/**
 * kwokctl runs kubectl only to ask whether the API server answers, and downloads one where PATH has none. It finds this
 * script first, which asks the same with Node.
 */
function writeProbe(folders: EnvironmentFolders, ports: Ports): void {
  const pki = join(folders.controlPlane, "pki");
  const question = [
    `const { readFileSync: read } = require("node:fs");`,
    `const options = { host: "127.0.0.1", port: ${ports.apiServer}, path: "/readyz", timeout: 2000,`,
    `  ca: read(${JSON.stringify(join(pki, "ca.crt"))}), cert: read(${JSON.stringify(join(pki, "admin.crt"))}),`,
    `  key: read(${JSON.stringify(join(pki, "admin.key"))}) };`,
    `const call = require("node:https").get(options, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1));`,
    `call.on("error", () => process.exit(1)).on("timeout", () => process.exit(1));`,
  ];
  const folder = probeFolder(folders);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "probe.cjs"), `${question.join("\n")}\n`);
  writeFileSync(join(folder, "kubectl"), `#!/bin/sh\nexec "${process.execPath}" "${join(folder, "probe.cjs")}"\n`);
  chmodSync(join(folder, "kubectl"), 0o755);
}
