import { createHash } from "node:crypto";
import { push } from "../../git/push";
import { readPositions } from "../../git/remote";
import type { GitSession } from "../../git/session";
import { GitExit } from "../../git/transport/runner";
import { blobId } from "../../plan/head";
import type { Plan } from "../../plan/plan-types";
import type { Forge, Review } from "./forge";

/** Stops an update whose commit waits for people; nothing that the cluster follows has changed. */
export class ReviewPending extends Error {
  constructor(
    readonly branch: string,
    /** Undefined where no forge is known. */
    readonly review: Review | undefined,
  ) {
    const where = review === undefined ? `Open a request from the branch ${branch}` : review.url;
    const state =
      review?.state === "closed"
        ? "was closed without being merged: reopen it, or change the source"
        : "waits to be merged";
    super(`The change ${state}, then run the update again. ${where}`);
    this.name = "ReviewPending";
  }
}

/** A commit that people are to merge. */
export interface Proposal {
  readonly environment: string;
  readonly plan: Plan;
  /** The commit that the branch stands at. */
  readonly head: string;
  /** Digests of the sealed files that it holds. */
  readonly digests: Readonly<Record<string, string>>;
  /** Makes the commit; called only when no branch holds it yet. */
  readonly commit: () => Promise<string>;
  readonly title: string;
  readonly forge: Forge | undefined;
  /** The text of the request. */
  readonly body: string;
}

/** Pushes a plan's commit to a branch named for its content and opens or updates the request. @throws ReviewPending, always */
export async function propose(session: GitSession, proposal: Proposal): Promise<never> {
  const { environment, forge } = proposal;
  const prefix = `flux-monorepo/${environment}/`;
  const { branch, review, exists } = await unmerged(session, `${prefix}${contentName(proposal)}`, proposal);
  if (!exists) await pushBranch(session, branch, await proposal.commit());
  if (forge === undefined || review?.state === "closed") throw new ReviewPending(branch, review);
  const request = { branch, base: session.access.branch, title: proposal.title, body: proposal.body };
  const opened = review ?? (await forge.open(request));
  if (review !== undefined) await forge.update(review, request);
  const older = (await forge.findOpen(prefix)).filter((other) => other.branch !== branch);
  for (const other of older) await forge.supersede(other, opened);
  throw new ReviewPending(branch, opened);
}

interface Candidate {
  readonly branch: string;
  readonly review: Review | undefined;
  /** Whether the repository holds the branch. */
  readonly exists: boolean;
}

/** The same content may be proposed again after it was merged and then undone. */
async function unmerged(session: GitSession, name: string, { forge, head }: Proposal): Promise<Candidate> {
  for (let turn = 1; ; turn++) {
    const branch = turn === 1 ? name : `${name}-${turn}`;
    const review = await forge?.find(branch);
    const commit = (await readPositions(session, [branch])).get(branch);
    const isMerged = commit !== undefined && (await isContained(session, commit, head));
    if (review?.state !== "merged" && !isMerged) return { branch, review, exists: commit !== undefined };
  }
}

/** The whole branch is in the local copy: a commit that is not there is none of it. */
async function isContained({ git }: GitSession, commit: string, branch: string): Promise<boolean> {
  try {
    return (await git.run(["rev-list", "--max-count=1", commit, `^${branch}`])).trim() === "";
  } catch (error) {
    if (error instanceof GitExit) return false;
    throw error;
  }
}

/** Follows from what changes alone: neither a moved base nor a new ciphertext of the same values makes another branch. */
function contentName({ plan, digests }: Proposal): string {
  const parts = [
    ...[...plan.writes].map(([path, text]) => `write ${path} ${blobId(text)}`),
    ...[...plan.seals.keys()].map((path) => `seal ${path} ${digests[path] ?? ""}`),
    ...[...plan.deletes].map((path) => `delete ${path}`),
  ];
  return createHash("sha256").update(parts.sort().join("\n")).digest("hex").slice(0, 12);
}

async function pushBranch(session: GitSession, branch: string, commit: string): Promise<void> {
  const access = { ...session.access, branch, followedRef: branch };
  const onBranch = await session.at(access, "proposal");
  await push(onBranch, { commit, release: undefined, before: new Map() });
}
