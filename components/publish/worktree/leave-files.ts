import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RemoteRead } from "../../git/remote-state";
import type { SealedFile } from "../../model/file-tree";
import { blobId } from "../../plan/head";
import type { Plan } from "../../plan/plan-types";
import type { Wanted } from "../wanted";
import { writeWorktree } from "./write-worktree";

/** A plan whose files go to a folder. */
export interface Leaving {
  readonly folder: string;
  readonly remote: RemoteRead;
  readonly plan: Plan;
  readonly wanted: Wanted;
  readonly seal: (path: string, file: SealedFile) => Promise<string>;
}

/** Writes every generated file of a plan to a folder and removes what the plan deletes; gives the texts. @throws IssuesError */
export async function leaveFiles(leaving: Leaving): Promise<ReadonlyMap<string, string>> {
  const { folder, remote, plan, wanted } = leaving;
  const { recorded } = wanted;
  const files = await textsOf(leaving);
  const withdrawn = [...(recorded?.handed?.keys() ?? [])].filter((path) => !plan.tree.has(path));
  await writeWorktree({
    folder,
    files,
    deletes: new Set([...plan.deletes, ...withdrawn]),
    replaceable: (path) => [
      remote.head?.files.get(path),
      recorded?.written.get(path),
      ...(recorded?.handed?.get(path) ?? []),
    ],
  });
  return files;
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
