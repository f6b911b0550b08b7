/** One thing that is wrong, as data: reports sort, print and annotate it. */
export interface Issue {
  /** Stable name of the rule or decoder that found it, in kebab-case: `unknown-config-key`. */
  readonly code: string;
  /** The file it is about, relative to the repository that holds it: `apps/staging/web/kustomization.yaml`. */
  readonly path: string;
  /** The object, layer or key within that file: `Deployment web/web`. */
  readonly resource?: string;
  /** What is wrong, the value found, and the remedy. */
  readonly message: string;
}

/** An issue found before the file that it is about is known; `defineMonorepo` adds the path. */
export type Fault = Omit<Issue, "path">;

/** Carries every issue that was found, so that a run reports all of them at once. */
export class IssuesError extends Error {
  constructor(
    readonly issues: readonly Issue[],
    /** What could not be looked at yet, for these issues; whole sentences. */
    readonly unchecked: readonly string[] = [],
  ) {
    super(formatIssues(issues, unchecked));
    this.name = "IssuesError";
  }
}

/** The report that people read: one line an issue, sorted by path, a count, and what was not checked yet. */
export function formatIssues(issues: readonly Issue[], unchecked: readonly string[] = []): string {
  const lines = sortIssues(issues).map(
    ({ code, path, resource, message }) =>
      `${path}${resource === undefined ? "" : ` (${resource})`}: ${message} [${code}]`,
  );
  const count = `${issues.length} ${issues.length === 1 ? "problem" : "problems"}`;
  return [...lines, count, ...unchecked.map((sentence) => `Not checked yet: ${sentence}`)].join("\n");
}

/** Orders issues by path, object and code, so that a report is the same at every run. */
export function sortIssues(issues: readonly Issue[]): readonly Issue[] {
  const key = (issue: Issue): string => [issue.path, issue.resource ?? "", issue.code, issue.message].join("\u0000");
  return [...issues].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** Throws all issues together; does nothing when there are none. */
export function assertNoIssues(issues: readonly Issue[], unchecked: readonly string[] = []): void {
  if (issues.length > 0) throw new IssuesError(issues, unchecked);
}
