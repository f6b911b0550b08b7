import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The kustomize that tests run. */
export async function kustomizeForTests(): Promise<string> {
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "kustomize"))
    .find(isExecutable);
  if (found === undefined) throw new Error("these tests need kustomize on PATH");
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
