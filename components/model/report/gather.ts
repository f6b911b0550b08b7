import { assertNoIssues, IssuesError, type Issue } from "../issue";
import type { LeftOut } from "./left-out";

/** What a step came to although something was wrong. */
export interface Gathered<T> {
  /** Undefined where the step could not go on. */
  readonly value: T | undefined;
  readonly issues: readonly Issue[];
  /** What the value lacks for that. */
  readonly leftOut: readonly LeftOut[];
}

interface Gathering {
  readonly issues: Issue[];
  readonly leftOut: LeftOut[];
}

let gathering: Gathering | undefined;

/**
 * Runs a step that reads, models or renders, and gathers what it tells, so that it goes on with everything that is sound. Outside of it, the first
 * who tells anything ends the run. The step is synchronous: what is told belongs to the innermost that runs.
 */
export function gather<T>(step: () => T): Gathered<T> {
  const outer = gathering;
  const own: Gathering = { issues: [], leftOut: [] };
  gathering = own;
  try {
    return { value: step(), ...own };
  } catch (error) {
    if (!(error instanceof IssuesError)) throw error;
    own.issues.push(...error.issues);
    return { value: undefined, ...own };
  } finally {
    gathering = outer;
  }
}

/** Tells everything that is wrong, after which the caller goes on with what is sound. @throws IssuesError where nobody gathers */
export function tell(issues: readonly Issue[], leftOut: readonly LeftOut[] = []): void {
  if (gathering === undefined) {
    assertNoIssues(issues);
    return;
  }
  gathering.issues.push(...issues);
  gathering.leftOut.push(...leftOut);
}

/** Whether issues are gathered, so that a step may go on past what it has told. */
export function isGathering(): boolean {
  return gathering !== undefined;
}
