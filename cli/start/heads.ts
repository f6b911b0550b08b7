import { readRemote } from "../../components/git/remote-state";
import type { LocalPlatform } from "../../local/platform";
import { environmentNames } from "../../stacks";
import { decodeConfig, readConfigFile } from "../../stacks/config";

/** Where the repository's branches stand. */
export interface Heads {
  /** Commit of the branch; undefined while the repository is empty. */
  readonly branch: string | undefined;
  /** Commit of the branch that the environment follows. */
  readonly followed: string | undefined;
  readonly follows: string;
}

/** Reads where the branches stand that a stack file's copy names. */
export async function readHeads(platform: LocalPlatform, stackFile: string, root: string): Promise<Heads> {
  const { environment, username, token } = platform;
  const { access } = decodeConfig(environment, readConfigFile(stackFile), environmentNames);
  const { url, branch, follows, author } = access;
  const remote = await readRemote(
    { url, branch, followedRef: follows, author, credentials: { kind: "token", username, token } },
    root,
  );
  if (remote.kind !== "read") throw new Error(`The embedded repository cannot be read: ${remote.fault.message}`);
  return { branch: remote.head?.revision, followed: remote.followed?.revision, follows };
}

/** What an update did. */
export interface Outcome {
  readonly before: Heads;
  readonly after: Heads;
  /** Whether the engine created, changed or deleted anything. */
  readonly changed: boolean;
}

/** One sentence on what an update did to the repository and the cluster. */
export function describeOutcome(environment: string, { before, after, changed }: Outcome): string {
  const committed = after.branch !== undefined && after.branch !== before.branch ? after.branch : undefined;
  if (committed !== undefined) return `${environment}: committed ${short(committed)}, and Flux applied it.`;
  if (after.followed !== before.followed && after.followed !== undefined) {
    return `${environment}: no new commit; ${after.follows} moved to ${short(after.followed)}, and Flux applied it.`;
  }
  return changed ? `${environment}: updated without a new commit.` : `${environment}: nothing changed, no commit.`;
}

function short(revision: string): string {
  return revision.slice(0, 7);
}
