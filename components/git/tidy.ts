import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { GitExit, type GitRunner } from "./transport/runner";

/** Every fetch adds a pack, and every commit loose objects; so many of them make each later run slower. */
const limits = { packs: 20, looseInOneFolder: 10 };

/**
 * Repacks a cache that has grown, and drops what nothing has reached for a day: younger objects may belong to a run that is under way.
 * A cache that cannot be repacked now, for instance because another process does, serves as it is.
 */
export async function tidyCache(cache: string, git: GitRunner): Promise<void> {
  if (!(await hasGrown(cache))) return;
  try {
    await forgetProposals(git);
    await git.run(["gc", "--quiet", "--prune=1.day.ago"], { silentSeconds: 600, config: [["gc.cruftPacks", "false"]] });
  } catch (error) {
    if (!(error instanceof GitExit)) throw error;
  }
}

async function hasGrown(cache: string): Promise<boolean> {
  const names = async (folder: string): Promise<readonly string[]> =>
    readdir(join(cache, "objects", folder)).catch(() => []);
  // Objects are spread evenly over 256 folders, so that one tells of all.
  const [packs, loose] = await Promise.all([names("pack"), names("17")]);
  return (
    packs.filter((name) => name.endsWith(".pack")).length >= limits.packs || loose.length >= limits.looseInOneFolder
  );
}

/** Branches of requests are pushed and never read again. */
async function forgetProposals(git: GitRunner): Promise<void> {
  const refs = (
    await git.run(["for-each-ref", "--format=delete %(refname)", "refs/remotes/origin/flux-monorepo"])
  ).trim();
  if (refs !== "") await git.run(["update-ref", "--stdin"], { input: `${refs}\n` });
}
