import type { TextFiles } from "../../kustomize/tree/files";

/** A Flux repository within the files of a folder. */
export interface RepositoryRoot {
  /** Folder that holds `clusters/`; empty for the folder itself. Paths of Kustomizations begin with it. */
  readonly prefix: string;
  /** Its files, by their paths within it. */
  readonly files: TextFiles;
}

/** Finds the folder that holds `clusters/`: the one nearest to the top where a Kustomization of Flux stands below it. */
export function repositoryRoot(files: TextFiles): RepositoryRoot {
  const prefixes = new Set(
    [...files].flatMap(([path, content]) => {
      const found = /^(|.+?\/)clusters\/[^/]+\/.*\.ya?ml$/.exec(path)?.[1];
      return found !== undefined && content.includes("kustomize.toolkit.fluxcd.io/") ? [found] : [];
    }),
  );
  const [prefix = ""] = [...prefixes].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  if (prefix === "") return { prefix, files };
  const inside = [...files].filter(([path]) => path.startsWith(prefix));
  return { prefix, files: new Map(inside.map(([path, content]) => [path.slice(prefix.length), content])) };
}

function depth(folder: string): number {
  return folder.split("/").length;
}
