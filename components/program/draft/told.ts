import { ClusterError } from "../../cluster/errors";
import { GitFault } from "../../git/transport/fault";
import { type Issue, IssuesError } from "../../model/issue";

/** A step that failed for a reason that people can act on: it is told among everything else that is wrong. */
export class Told {
  constructor(readonly error: IssuesError | GitFault | ClusterError) {}
}

/** What a step comes to, or why it does not; any other error is one of this program. */
export async function toldOr<T>(step: Promise<T>): Promise<T | Told> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof IssuesError || error instanceof GitFault || error instanceof ClusterError)
      return new Told(error);
    throw error;
  }
}

/** The failure as issues of the file that configures what failed. */
export function issuesOf({ error }: Told, path: string): readonly Issue[] {
  return error instanceof IssuesError ? error.issues : [{ code: error.code, path, message: error.message }];
}
