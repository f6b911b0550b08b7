import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gateVerdict, type GateVerdict } from "../../../cli/import/gate";
import { importRepository, type ImportResult } from "../../../cli/import/import-repository";
import type { MonorepoModel } from "../../../components/model/environment";
import type { TextFiles } from "../../../components/kustomize/tree/files";
import { consoleReport, silentReport } from "../../../tools/report";
import { resolveTool } from "../../../tools/resolve";

const project = resolve(__dirname, "../../..");

/** Imports a repository with this program, and proves it on the real kustomize. */
export async function imported(files: TextFiles, environments: readonly string[] = []): Promise<ImportResult> {
  const { path: tool } = await resolveTool("kustomize", consoleReport());
  const template = (path: string): string => readFileSync(join(project, "stacks/versions", path), "utf8");
  const templates = { versions: template("index.ts"), versionsReader: template("reader.ts") };
  const judge = (model: MonorepoModel): Promise<GateVerdict> => gateVerdict(model, tool, silentReport);
  return importRepository({
    judge,
    files,
    environments,
    fluxVersions: ["v2.8.8", "v2.9.5"],
    project,
    tool,
    templates,
  });
}
