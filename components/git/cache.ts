import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { GitExit, gitRunner } from "./transport/runner";

/** Where the objects of one remote are kept between runs. */
export interface CachePlace {
  readonly url: string;
  readonly stateDir: string;
  /** The operation's private folder. */
  readonly folder: string;
}

/**
 * Runs work on the bare repository that caches a remote. Any number of processes may use it at once: they share objects and
 * the refs of the remote, nothing else. When git fails for another reason than the remote, the cache is made anew, once.
 */
export async function withCache<T>(place: CachePlace, work: (cache: string) => Promise<T>): Promise<T> {
  const cache = join(place.stateDir, "git", `${createHash("sha256").update(place.url).digest("hex").slice(0, 16)}.git`);
  await ensureCache(cache, place);
  const identity = await identityOf(cache);
  try {
    return await work(cache);
  } catch (error) {
    if (!(error instanceof GitExit)) throw error;
    // Another process may have replaced it already.
    if ((await identityOf(cache)) === identity) await discard(cache);
    await ensureCache(cache, place);
    return work(cache);
  }
}

async function identityOf(cache: string): Promise<number | undefined> {
  return existsSync(cache) ? (await stat(cache)).ino : undefined;
}

/** Created beside its place and moved there, so that it is never seen half made. */
async function ensureCache(cache: string, { folder }: CachePlace): Promise<void> {
  if (existsSync(join(cache, "HEAD"))) return;
  const fresh = join(folder, "fresh.git");
  await mkdir(fresh, { recursive: true });
  const git = gitRunner(folder, { HOME: folder, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" }, []);
  await git.run(["init", "--quiet", "--bare", "--template=", "--initial-branch=unused", fresh]);
  try {
    await rename(fresh, cache);
  } catch (error) {
    if (existsSync(join(cache, "HEAD"))) await rm(fresh, { recursive: true, force: true });
    else if (existsSync(cache)) await replaceRemains(fresh, cache);
    else throw error;
  }
}

async function replaceRemains(fresh: string, cache: string): Promise<void> {
  await discard(cache);
  await rename(fresh, cache);
}

/** Moves a cache out of the way at once and removes it, with those that a killed run left behind. */
async function discard(cache: string): Promise<void> {
  const parent = dirname(cache);
  if (existsSync(cache)) await rename(cache, `${cache}.broken-${randomBytes(4).toString("hex")}`);
  const broken = (await readdir(parent)).filter((name) => name.includes(".broken-"));
  for (const name of broken) await rm(join(parent, name), { recursive: true, force: true });
}
