import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RemoteRead } from "../../git/remote-state";
import type { SealedFile } from "../../model/file-tree";
import type { Issue } from "../../model/issue";
import { blobId } from "../../plan/head";
import type { Plan } from "../../plan/plan-types";
import type { Wanted } from "../wanted";
import { judgeWorktree, writeWorktree, type Worktree } from "./write-worktree";

/** A plan whose files are to go to a folder. */
export interface Judged {
  readonly folder: string;
  readonly remote: Pick<RemoteRead, "head">;
  readonly plan: Pick<Plan, "tree" | "deletes">;
  readonly wanted: Pick<Wanted, "tree" | "recorded">;
}

/** The same, as it is carried out. */
export interface Leaving extends Judged {
  readonly remote: RemoteRead;
  readonly plan: Plan;
  readonly wanted: Wanted;
  readonly seal: (path: string, file: SealedFile) => Promise<string>;
}

/** Writes every generated file of a plan to a folder and removes what the plan deletes; gives the texts. @throws IssuesError */
export async function leaveFiles(leaving: Leaving): Promise<ReadonlyMap<string, string>> {
  const files = await textsOf(leaving);
  await writeWorktree({ ...worktreeOf(leaving), files });
  return files;
}

/** What in the folder would keep a plan's files from being left there. Reads the folder, and writes nothing. */
export async function worktreeIssues(leaving: Judged): Promise<readonly Issue[]> {
  const { plan, wanted } = leaving;
  const own = [...plan.tree].filter(([path]) => wanted.tree.has(path));
  const blobs = own.map(([path, file]): [string, string | undefined] => {
    if (file.kind === "head") return [path, file.blob];
    return [path, file.kind === "text" ? blobId(file.content) : undefined];
  });
  return (await judgeWorktree(worktreeOf(leaving), new Map(blobs))).issues;
}

function worktreeOf({ folder, remote, plan, wanted }: Judged): Worktree {
  const { recorded } = wanted;
  const withdrawn = [...(recorded?.handed?.keys() ?? [])].filter((path) => !plan.tree.has(path));
  return {
    folder,
    deletes: new Set([...plan.deletes, ...withdrawn]),
    replaceable: (path) => [
      remote.head?.files.get(path),
      recorded?.written.get(path),
      ...(recorded?.handed?.get(path) ?? []),
    ],
  };
}

async function textsOf(leaving: Leaving): Promise<ReadonlyMap<string, string>> {
  const { remote, plan, wanted } = leaving;
  const own = [...plan.tree].filter(([path]) => wanted.tree.has(path));
  const texts = new Map(await remote.read(own.flatMap(([path, file]) => (file.kind === "head" ? [path] : []))));
  for (const [path, file] of own) {
    if (file.kind === "text") texts.set(path, file.content);
    if (file.kind === "sealed") texts.set(path, await ciphertextOf(path, file.file, leaving));
  }
  return texts;
}

/** What an earlier run encrypted for the same values stays, so that a repeated run changes no file. */
async function ciphertextOf(path: string, file: SealedFile, { folder, wanted, seal }: Leaving): Promise<string> {
  const sealed = wanted.recorded?.seals.get(path);
  if (sealed !== undefined && sealed.digest === wanted.digests?.get(path)) {
    const local = await readFile(join(folder, path), "utf8").catch(() => undefined);
    if (local !== undefined && blobId(local) === sealed.blob) return local;
  }
  return seal(path, file);
}
