import type { MonorepoModel } from "../../model/environment";
import { textFile, type RenderedFile } from "../../model/file-tree";
import { rootReadme } from "./root-readme";
import { sopsConfig } from "./sops-config";

/** The files at the root of the monorepo: they follow from the model alone. */
export function rootFiles(model: MonorepoModel): readonly (readonly [string, RenderedFile])[] {
  const environments = Object.values(model.environments);
  const sops = sopsConfig(environments);
  return [
    ["README.md", textFile(rootReadme(environments))],
    ...(sops === undefined ? [] : [[".sops.yaml", textFile(sops)] as const]),
  ];
}
