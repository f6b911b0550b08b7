import { resolveTool, type ToolName } from "../tools/resolve";
import type { Report } from "../tools/report";
import type { ControlPlaneTools } from "./control-plane/kwokctl";
import type { ControllerName } from "./flux-controllers/controller-command";

/** Every program that the platform runs, by path. */
export interface PlatformTools {
  readonly controlPlane: ControlPlaneTools;
  readonly controllers: Readonly<Record<ControllerName, string>>;
}

/** Finds, fetches or builds them. */
export async function resolvePlatformTools(report: Report): Promise<PlatformTools> {
  const path = async (name: ToolName): Promise<string> => (await resolveTool(name, report)).path;
  const [kwokctl, kwok, etcd, kubeApiserver, kubeControllerManager, kubeScheduler, source, kustomize] =
    await Promise.all([
      path("kwokctl"),
      path("kwok"),
      path("etcd"),
      path("kube-apiserver"),
      path("kube-controller-manager"),
      path("kube-scheduler"),
      path("source-controller"),
      path("kustomize-controller"),
    ]);
  return {
    controlPlane: { kwokctl, kwok, etcd, kubeApiserver, kubeControllerManager, kubeScheduler },
    controllers: { "source-controller": source, "kustomize-controller": kustomize },
  };
}
