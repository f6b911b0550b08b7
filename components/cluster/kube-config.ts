import type { RequestOptions } from "node:https";

/**
 * What this program uses of client-node's `KubeConfig`. The package's own types are 850 files, which every run of the program
 * would have to read for this one class.
 */
export interface KubeConfig {
  readonly currentContext: string;
  loadFromFile(path: string): void;
  mergeConfig(config: KubeConfig, preserveContext?: boolean): void;
  getContexts(): readonly { readonly name: string }[];
  setCurrentContext(name: string): void;
  getCurrentCluster(): { readonly server: string } | null;
  /** Adds certificates, the proxy and the credentials, fetching them from a plugin where the kubeconfig names one. */
  applyToHTTPSOptions(options: RequestOptions): Promise<void>;
}

/** A specifier that the compiler does not follow. */
const clientNode: string = "@kubernetes/client-node";

/** An empty kubeconfig. */
export async function newKubeConfig(): Promise<KubeConfig> {
  const loaded: unknown = await import(clientNode);
  if (
    typeof loaded !== "object" ||
    loaded === null ||
    !("KubeConfig" in loaded) ||
    typeof loaded.KubeConfig !== "function"
  ) {
    throw new Error(`${clientNode} exports no KubeConfig; run \`npm install\``);
  }
  const make = loaded.KubeConfig as new () => KubeConfig;
  return new make();
}
