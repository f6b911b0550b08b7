import type { Issue } from "../issue";

/** Where the program that generates the monorepo is checked out from, on GitHub. */
export interface ProgramSource {
  readonly repository: `${string}/${string}`;
  /** Tag, branch or commit. */
  readonly ref: string;
  /** Secret of the monorepo's repository with a token that may read the program's. @default none: it is public */
  readonly tokenSecret?: string;
}

const forms: Readonly<Record<keyof ProgramSource, readonly [RegExp, string]>> = {
  repository: [/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/, "owner/name"],
  ref: [/^(?!-)(?!.*\.\.)[A-Za-z0-9._/-]+$/, "a tag, a branch or a commit"],
  tokenSecret: [/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of a secret: letters, digits and underscores"],
};

/** What is wrong with a program's source that the compiler did not see. */
export function programIssues(program: ProgramSource): readonly Issue[] {
  const fields = ["repository", "ref", "tokenSecret"] as const;
  return fields.flatMap((field) => {
    const value = program[field];
    const [form, wanted] = forms[field];
    if (value === undefined || form.test(value)) return [];
    return [
      {
        code: "malformed-program",
        path: "stacks/program.ts",
        resource: field,
        message: `${JSON.stringify(value)} is no ${field}: ${wanted}.`,
      },
    ];
  });
}
