import type { FluxComponent, FluxOptions } from "../../model/cluster-settings";

type ArgumentOptions = Pick<FluxOptions, "components" | "watchAllNamespaces" | "logLevel" | "clusterDomain">;

/** Controllers that read artifacts made by source-watcher once a feature gate lets them. */
const artifactReaders: readonly FluxComponent[] = ["kustomize-controller", "helm-controller"];

/** The arguments of a controller with those replaced that the options decide. */
export function controllerArguments(
  component: FluxComponent,
  published: readonly string[],
  options: ArgumentOptions,
): readonly string[] {
  const decided: Readonly<Record<string, string>> = {
    "--events-addr": eventsAddress(options),
    "--watch-all-namespaces": String(options.watchAllNamespaces),
    "--log-level": options.logLevel,
    "--storage-adv-addr": serviceAddress(component, options.clusterDomain),
  };
  const replaced = published.map((argument) => {
    const flag = argument.split("=")[0] ?? argument;
    const value = decided[flag];
    return value === undefined ? argument : `${flag}=${value}`;
  });
  const gated = options.components.includes("source-watcher") && artifactReaders.includes(component);
  return gated ? [...replaced, "--feature-gates=ExternalArtifact=true"] : replaced;
}

/** Where controllers send events; nowhere without a notification-controller. */
function eventsAddress({ components, clusterDomain }: ArgumentOptions): string {
  if (!components.includes("notification-controller")) return "";
  return `http://${serviceAddress("notification-controller", clusterDomain)}/`;
}

/** Fully qualified, with its last dot, so that proxy settings for the cluster's domain apply. */
function serviceAddress(component: FluxComponent, clusterDomain: string): string {
  return `${component}.$(RUNTIME_NAMESPACE).svc.${clusterDomain}.`;
}
