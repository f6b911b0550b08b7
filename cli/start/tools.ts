import { chmodSync, existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { resolveTool, type ToolName } from "../../tools/resolve";
import type { Report } from "../../tools/report";

/** The Pulumi CLI, and a PATH on which it finds its plugins and what the program calls. */
export interface EngineTools {
  readonly pulumi: string;
  readonly path: string;
}

/** Finds, fetches or builds what an update needs besides a cluster. */
export async function resolveEngineTools(project: string, report: Report): Promise<EngineTools> {
  const pulumi = (await resolveTool("pulumi", report)).path;
  const others: ToolName[] = ["pulumi-resource-kubernetes", "kustomize", "sops"];
  // The official CLI comes with its language hosts; one that was built from its module does not.
  if (!existsSync(join(dirname(pulumi), "pulumi-language-nodejs"))) others.unshift("pulumi-language-nodejs");
  const folders = [dirname(pulumi)];
  for (const name of others) folders.push(dirname((await resolveTool(name, report)).path));
  const ambient = (process.env["PATH"] ?? "").split(delimiter);
  const path = [join(project, "node_modules", ".bin"), dynamicProviderHost(project), ...folders, ...ambient];
  return { pulumi, path: [...new Set(path)].join(delimiter) };
}

/** Folder of the script that runs dynamic providers; npm unpacks it without its run bit. */
function dynamicProviderHost(project: string): string {
  const folder = join(project, "node_modules", "@pulumi", "pulumi");
  chmodSync(join(folder, "pulumi-resource-pulumi-nodejs"), 0o755);
  return folder;
}
