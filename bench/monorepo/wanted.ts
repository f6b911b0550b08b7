import { defaultIdentity } from "../../components/git/access";
import type { FileTree } from "../../components/model/file-tree";
import type { Wanted } from "../../components/publish/wanted";
import { generatedEnvironments } from "./model";

/** A run of staging that wants a generated tree in a repository. */
export function wantedTree(url: string, tree: FileTree, projectDir: string): Wanted {
  return {
    access: { url, branch: "main", followedRef: "main", credentials: { kind: "none" }, author: defaultIdentity },
    environment: "staging",
    environments: generatedEnvironments,
    tree: new Map([...tree].filter(([path]) => !path.startsWith("clusters/production/"))),
    pending: new Map(),
    source: { revision: "0".repeat(40), clean: true },
    projectDir,
  };
}

/** Seals nothing: a generated monorepo has no secrets. */
export function noSecrets(path: string): Promise<string> {
  return Promise.reject(new Error(`${path} is to be sealed`));
}
