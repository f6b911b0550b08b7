import type { ProgramSource } from "../components/model/flux/program-source";

/**
 * Where this program can be checked out from on GitHub. Once it is set, the monorepo gets a workflow that runs the gate over its own files, for
 * hand edits and pull requests: `{ repository: "you/flux-monorepo", ref: "v1.0.0" }`, with `tokenSecret: "PROGRAM_TOKEN"` where the repository
 * is private. The token that pushes the monorepo must then be allowed to change workflows.
 */
export const program: ProgramSource | undefined = undefined;
