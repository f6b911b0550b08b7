import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { importRepository, type ImportResult } from "../../../cli/import/import-repository";
import type { TextFiles } from "../../../components/kustomize/tree/files";
import { consoleReport } from "../../../tools/report";
import { resolveTool } from "../../../tools/resolve";

const project = resolve(__dirname, "../../..");

/** Imports a repository with this program, and proves it on the real kustomize. */
export async function imported(files: TextFiles, environments: readonly string[] = []): Promise<ImportResult> {
  const { path: tool } = await resolveTool("kustomize", consoleReport());
  const template = (path: string): string => readFileSync(join(project, "stacks/versions", path), "utf8");
  const templates = { versions: template("index.ts"), versionsReader: template("reader.ts") };
  return importRepository({ files, environments, fluxVersions: ["v2.8.8", "v2.9.5"], project, tool, templates });
}
