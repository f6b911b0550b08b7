import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** Runs work with a private folder of this process, and removes it; folders of processes that were killed go first. */
export async function withWorkFolder<T>(stateDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(stateDir, "git", "work");
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent);
  const folder = await mkdtemp(join(parent, `${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!(await isAlive(Number.parseInt(name, 10)))) await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return !(await isZombie(pid));
}

/** A killed process answers signals until its parent asks for it, which the first process of many containers never does. */
async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return status.slice(status.lastIndexOf(")") + 1).startsWith(" Z");
}
