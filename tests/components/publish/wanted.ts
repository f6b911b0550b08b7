import { defaultIdentity } from "../../../components/git/access";
import { fileTree, textFile } from "../../../components/model/file-tree";
import type { RenderedFile } from "../../../components/model/file-tree";
import type { Wanted } from "../../../components/publish/wanted";
import type { Scratch } from "../git/scratch";

/** A run of an environment that wants these files: path → text, or a sealed file. */
export function wantedFiles(
  scratch: Scratch,
  files: Readonly<Record<string, string | RenderedFile>>,
  changes: Partial<Wanted> = {},
): Wanted {
  const environment = changes.environment ?? "staging";
  const followedRef = environment === "production" ? "env/production" : "main";
  return {
    access: { url: scratch.url, branch: "main", followedRef, credentials: { kind: "none" }, author: defaultIdentity },
    environment,
    environments: ["staging", "production"],
    tree: fileTree(
      Object.entries(files).map(([path, file]) => [path, typeof file === "string" ? textFile(file) : file]),
    ),
    pending: new Map(),
    source: { revision: "a".repeat(40), clean: true },
    projectDir: scratch.root,
    ...changes,
  };
}

/** Stands for sops where the test is not about encryption. */
export function noSealer(path: string): Promise<string> {
  return Promise.reject(new Error(`nothing is to be sealed, but ${path} was`));
}
