/** The environment whose `clusters/<env>/` holds a path; undefined for every path below the line. */
export function clusterOf(path: string): string | undefined {
  const [root, environment, rest] = path.split("/", 3);
  return root === "clusters" && rest !== undefined ? environment : undefined;
}

/** Whether a path is in the cluster folder of an environment other than the one that runs. */
export function isOthersCluster(path: string, environment: string): boolean {
  const owner = clusterOf(path);
  return owner !== undefined && owner !== environment;
}

/** The folder of a path, without a trailing slash; empty for a file at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Every folder above a path, the nearest first. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return folders;
}
