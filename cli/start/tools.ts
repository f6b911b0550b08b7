import { pulumiEnvironment, type PulumiEnvironment } from "../../tools/pulumi-environment";
import { resolveTool } from "../../tools/resolve";
import type { Report } from "../../tools/report";

/**
 * Provides the Pulumi CLI under a home of its own, and what the program calls: found here, so that a long build is seen to move
 * before the update starts.
 */
export async function resolveEngineTools(home: string, report: Report): Promise<PulumiEnvironment> {
  const environment = await pulumiEnvironment(home, report);
  for (const name of ["kustomize", "sops"] as const) await resolveTool(name, report);
  return environment;
}
