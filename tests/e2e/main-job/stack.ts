import { callEngine, type Engine, type EngineResult } from "../../../cli/start/engine";
import { startFolders } from "../../../cli/start/folders";
import { pulumiEnvironment } from "../../../tools/pulumi-environment";
import type { Checkout } from "./checkout";

/** Calls the Pulumi CLI on a stack of the embedded default, as its user would by hand. */
export type Pulumi = (...args: readonly string[]) => Promise<EngineResult & { readonly output: string }>;

/** Opens one environment's stack of a checkout. */
export async function openStack(checkout: Checkout, environment: string): Promise<Pulumi> {
  const folders = startFolders(checkout.root);
  const engine: Engine = { tools: await pulumiEnvironment(folders.home), environment, folders };
  const stack = ["--stack", environment, "--non-interactive"];
  const config = ["--config-file", folders.stackFile(environment)];
  return async (...args) => {
    // What changes the state itself reads no configuration.
    const where = ["state", "stack"].includes(args[0] ?? "") ? stack : [...stack, ...config];
    const result = await callEngine(engine, { args: [...args, ...where], cwd: checkout.folder });
    return { ...result, output: result.stdout + result.stderr };
  };
}
