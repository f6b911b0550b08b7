import { simpleGit } from "simple-git";
import type { SimpleGit } from "simple-git";
import type { Source, SourceRelation } from "../plan/head";

/** Stack configuration reaches only its own environment's cluster, so it is no part of the shared source. */
const ignored = /^Pulumi(\.[^/]+)?\.yaml$/;

/** The commit and the cleanness of the program's own checkout. */
export async function readSource(projectDir: string): Promise<Source> {
  try {
    const git = openCheckout(projectDir);
    const revision = (await git.raw(["rev-parse", "--verify", "HEAD"])).trim();
    const status = await git.raw([
      "status",
      "--porcelain",
      "-z",
      "--no-renames",
      "--untracked-files=normal",
      "--",
      ".",
    ]);
    const prefix = (await git.raw(["rev-parse", "--show-prefix"])).trim();
    const changed = status.split("\0").flatMap((entry) => (entry === "" ? [] : [entry.slice(3 + prefix.length)]));
    return { revision, clean: changed.every((path) => ignored.test(path)) };
  } catch {
    return { revision: "unknown", clean: false };
  }
}

/** How revisions of the program's source stand to the one that runs; one that the checkout does not know is unrelated. */
export async function relateSources(
  projectDir: string,
  current: string,
  others: Iterable<string>,
): Promise<ReadonlyMap<string, SourceRelation>> {
  const git = openCheckout(projectDir);
  const relations = new Map<string, SourceRelation>();
  for (const other of new Set(others)) relations.set(other, await relate(git, current, other));
  return relations;
}

async function relate(git: SimpleGit, current: string, other: string): Promise<SourceRelation> {
  if (other === current) return "same";
  if (!isId(other) || !isId(current)) return "unrelated";
  const known = (await knows(git, other)) || (await fetchCommit(git, other));
  const relation = known ? await compare(git, current, other) : "unrelated";
  return relation === "unrelated" && (await unshallow(git)) ? compare(git, current, other) : relation;
}

async function compare(git: SimpleGit, current: string, other: string): Promise<SourceRelation> {
  const base = await git.raw(["merge-base", current, other]).then(
    (id) => id.trim(),
    () => "",
  );
  if (base === other) return "ancestor";
  return base === current ? "newer" : "unrelated";
}

/** A checkout that was not updated may lack the commit: asks its own remote for that one, and moves no ref. */
async function fetchCommit(git: SimpleGit, id: string): Promise<boolean> {
  await git.raw(["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "origin", id]).catch(() => undefined);
  return knows(git, id);
}

/** Completes a clone that is too shallow to tell; false when it was complete, or stays shallow. */
async function unshallow(git: SimpleGit): Promise<boolean> {
  const isShallow = async (): Promise<boolean> =>
    (await git.raw(["rev-parse", "--is-shallow-repository"]).catch(() => "")).trim() === "true";
  if (!(await isShallow())) return false;
  await git.raw(["fetch", "--quiet", "--no-tags", "--unshallow"]).catch(() => undefined);
  return !(await isShallow());
}

function knows(git: SimpleGit, id: string): Promise<boolean> {
  return git.raw(["rev-parse", "--verify", "--quiet", `${id}^{commit}`]).then(
    (found) => found.trim() === id,
    () => false,
  );
}

function isId(revision: string): boolean {
  return /^[0-9a-f]{40}$/.test(revision);
}

/** The user's own settings apply to the user's own checkout, but no variable that would point git elsewhere. */
function openCheckout(projectDir: string): SimpleGit {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^git_/i.test(name) && !/^(editor|visual|pager|prefix|ssh_askpass)$/i.test(name),
    ),
  );
  return simpleGit({
    baseDir: projectDir,
    // This program runs from there, so that whoever owns the folder is trusted already.
    config: ["safe.directory=*"],
    timeout: { block: 30_000 },
    allowEnvironment: ["GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS"],
    errors: (error, { exitCode }) =>
      exitCode === 0 ? error : (error ?? Buffer.from(`git ended with status ${exitCode}`)),
  }).env({ ...env, GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0" });
}
