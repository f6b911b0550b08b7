import { resolve } from "node:path";

/** The git-ignored folder of everything that runs leave behind: FLUX_MONOREPO_STATE, else `.flux-monorepo` of the project folder. */
export function stateFolder(projectDir: string): string {
  const own = process.env["FLUX_MONOREPO_STATE"];
  return resolve(projectDir, own === undefined || own === "" ? ".flux-monorepo" : own);
}
