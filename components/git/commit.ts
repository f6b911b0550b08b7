import { blobId } from "../plan/head";
import { changesDigest, trailerLines } from "../plan/report/trailers";
import type { OwnCommit } from "../plan/report/trailers";
import type { GitIdentity } from "./access";
import type { GitSession } from "./session";
import { withSigning } from "./transport/signing";
import { GitExit } from "./transport/runner";

/** What one commit changes, and what it says. */
export interface CommitRequest {
  /** Undefined in an empty repository. */
  readonly parent: string | undefined;
  /** Path → new content. */
  readonly writes: ReadonlyMap<string, string>;
  readonly deletes: ReadonlySet<string>;
  readonly message: string;
  readonly trailers: Omit<OwnCommit, "tree" | "changes">;
}

/** Makes a commit in the cache, in no work tree, and gives its id; nothing points at it yet. */
export async function createCommit(session: GitSession, request: CommitRequest): Promise<string> {
  const tree = await createTree(session, request);
  const parent = request.parent === undefined ? [] : ["-p", request.parent];
  const trailers = { ...request.trailers, tree, changes: changesDigest(changesOf(request)) };
  const message = `${request.message}\n\n${trailerLines(trailers)}\n`;
  const { signing } = session.access;
  try {
    return await withSigning(signing, session.folder, async ({ args, options }) => {
      const env = { ...identityVariables(session), ...options.env };
      const id = await session.git.run(["commit-tree", ...args, tree, ...parent], { ...options, input: message, env });
      return id.trim();
    });
  } catch (error) {
    if (signing === undefined) throw error;
    throw session.fault("signing", error instanceof Error ? error.message : String(error));
  }
}

function* changesOf({ writes, deletes }: CommitRequest): Generator<readonly [string, string | undefined]> {
  for (const [path, content] of writes) yield [path, blobId(content)];
  for (const path of deletes) yield [path, undefined];
}

/** The new tree, by one process whatever the number of files; it goes through a commit that no ref keeps. */
async function createTree({ git, id }: GitSession, { parent, writes, deletes }: CommitRequest): Promise<string> {
  const ref = `refs/flux-monorepo/${id}`;
  const head = [
    `commit ${ref}`,
    "mark :1",
    "committer flux-monorepo <> 0 +0000",
    "data 0",
    ...(parent === undefined ? [] : [`from ${parent}`]),
  ];
  const parts: Buffer[] = [Buffer.from(`feature done\n${head.join("\n")}\n`)];
  for (const path of deletes) parts.push(Buffer.from(`D ${quotePath(path)}\n`));
  for (const [path, content] of writes) {
    const bytes = Buffer.from(content);
    parts.push(Buffer.from(`M 100644 inline ${quotePath(path)}\ndata ${bytes.length}\n`), bytes, Buffer.from("\n"));
  }
  parts.push(Buffer.from(`\nls :1 ""\nreset ${ref}\nfrom ${"0".repeat(40)}\n\ndone\n`));
  const listing = await git.run(["fast-import", "--quiet", "--force", "--date-format=raw"], {
    input: Buffer.concat(parts),
  });
  const tree = /^040000 tree ([0-9a-f]{40})\t/.exec(listing)?.[1];
  if (tree === undefined) throw new GitExit("fast-import", -1, { stderr: "it did not name the tree that it made" });
  return tree;
}

/** Always quoted: a bare path may not start with a quote or hold a line break. */
function quotePath(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

function identityVariables({ access }: GitSession): Readonly<Record<string, string>> {
  const role = (name: "AUTHOR" | "COMMITTER", identity: GitIdentity): readonly (readonly [string, string])[] => [
    [`GIT_${name}_NAME`, identity.name],
    [`GIT_${name}_EMAIL`, identity.email],
  ];
  return Object.fromEntries([
    ...role("AUTHOR", access.author),
    ...role("COMMITTER", access.committer ?? access.author),
  ]);
}
