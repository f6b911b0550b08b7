import { isRepositoryFolder } from "../../model/authoring/repository-path";
import type { SourceEnvironment } from "./source";

/** Layer → the folder that it gets in the model: its own without the environment's name, or its name where that is taken, kept as it is, or none. */
export function modelFolders(
  { name: environment, layers }: SourceEnvironment,
  kept: readonly string[],
): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const { name, folder } of layers) {
    const wanted = folder
      .split("/")
      .filter((segment) => segment !== environment)
      .join("/")
      .toLowerCase();
    const clashes = [...folders.values(), ...kept].some((other) => holds(other, wanted) || holds(wanted, other));
    folders.set(name, isRepositoryFolder(wanted) && !clashes && !isTaken(wanted) ? wanted : name);
  }
  return folders;
}

/** Names of the written folder's own parts. */
function isTaken(folder: string): boolean {
  return ["raw", "kept", "versions", "config", "cluster"].includes(folder.split("/")[0] ?? "");
}

function holds(outer: string, inner: string): boolean {
  return `${inner}/`.startsWith(`${outer}/`);
}
