import type { GitAccess } from "../../git/access";
import { fetchBranches } from "../../git/remote";
import { withSession, type GitSession } from "../../git/session";
import { stateFolder } from "../state-folder";

/** Two commits of one repository. */
export interface Lineage {
  readonly ancestor: string;
  readonly descendant: string;
}

/** Whether one commit is among the ancestors of another, as the remote's branches tell; false for a commit that none of them holds. */
export function isDescendant(access: GitAccess, lineage: Lineage): Promise<boolean> {
  return withSession(access, stateFolder(process.cwd()), async (session) => {
    await fetchBranches(session, [access.branch, access.followedRef]);
    if (!(await knowsBoth(session, lineage))) return false;
    const missing = await session.git.run(["rev-list", "--max-count=1", lineage.ancestor, `^${lineage.descendant}`]);
    return missing.trim() === "";
  });
}

async function knowsBoth({ git }: GitSession, { ancestor, descendant }: Lineage): Promise<boolean> {
  const answer = await git.run(["cat-file", "--batch-check"], { input: `${ancestor}^{tree}\n${descendant}^{tree}\n` });
  return answer.split("\n").filter((line) => / tree \d+$/.test(line)).length === 2;
}
