import type { MonorepoModel } from "../../model/environment";
import { textFile, type RenderedFile } from "../../model/file-tree";
import { checkWorkflow } from "./check-workflow";
import { rootReadme } from "./root-readme";
import { sopsConfig } from "./sops-config";

const workflowPath = ".github/workflows/check.yaml";

/** The files at the root of the monorepo: they follow from the model alone. */
export function rootFiles(model: MonorepoModel): readonly (readonly [string, RenderedFile])[] {
  const environments = Object.values(model.environments);
  const { program } = model;
  const sops = sopsConfig(environments);
  return [
    ["README.md", textFile(rootReadme(environments))],
    ...(sops === undefined ? [] : [[".sops.yaml", textFile(sops)] as const]),
    ...(program === undefined ? [] : [[workflowPath, textFile(checkWorkflow(program))] as const]),
  ];
}
