import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startFolders } from "../start/folders";

/**
 * Removes what Pulumi's file backend and `npm start` keep of one environment's stack, which describes a cluster that is
 * gone. Its sealed values and age identity stay: the repository's files need them. Returns the removed paths.
 */
export function removeStackState(root: string, environment: string): readonly string[] {
  const folders = startFolders(root);
  const files = [folders.stackFile(environment), folders.cluster(environment), folders.events(environment)];
  const removed = [...files, ...backendEntries(folders.pulumi, environment)].filter((path) => existsSync(path));
  for (const path of removed) rmSync(path, { recursive: true, force: true });
  return removed;
}

/** `stacks/<project>/<stack>.json` and its backups, and the stack's folders of history, backups and locks. */
function backendEntries(folder: string, environment: string): readonly string[] {
  const backend = join(folder, ".pulumi");
  if (!existsSync(backend)) return [];
  const entries = readdirSync(backend, { recursive: true, withFileTypes: true });
  const own = entries.filter(({ name }) => name === environment || name.startsWith(`${environment}.json`));
  return own.map(({ parentPath, name }) => join(parentPath, name));
}
