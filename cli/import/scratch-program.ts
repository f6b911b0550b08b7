import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { materialize } from "../../components/kustomize/materialize";
import type { MonorepoModel } from "../../components/model/environment";

/** Runs a step with the written code in a folder of its own, beside the parts of this program that it imports. */
export async function inScratchProgram<T>(
  project: string,
  files: ReadonlyMap<string, string>,
  step: (folder: string) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), "flux-monorepo-import-"));
  try {
    for (const name of ["components", "node_modules"]) symlinkSync(join(project, name), join(root, name));
    const folder = join(root, "stacks");
    materialize(files, folder);
    return await step(folder);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The model that the written code defines. @throws IssuesError with what is wrong in it. */
export function loadModel(folder: string): MonorepoModel {
  const loaded: unknown = createRequire(__filename)(join(folder, "index.ts"));
  if (!isProgram(loaded)) throw new Error("the written index.ts exports no monorepo");
  return loaded.monorepo();
}

function isProgram(value: unknown): value is { monorepo: () => MonorepoModel } {
  return typeof value === "object" && value !== null && "monorepo" in value && typeof value.monorepo === "function";
}
