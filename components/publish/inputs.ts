import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { stateFolder as folderOf } from "../cluster/state-folder";
import type { GitAccess, GitCredentials, GitIdentity, GitMirror } from "../git/access";
import type { GitSigning } from "../git/transport/signing";
import type { GitHubPlace } from "../github/host";
import { gitHubApi } from "./review/api";
import { gitHub } from "./review/github";
import type { SealedFile } from "../model/file-tree";
import type { Source } from "../plan/head";
import type { Resolution } from "../plan/plan-types";
import { wantedTree } from "./commit-files";
import { unpackRecorded } from "./record/recorded";
import type { PackedState } from "./record/recorded";
import type { Wanted } from "./wanted";

/** A sealed file as the state holds it; only the run of its own environment knows the digest. */
export type SealedInput = SealedFile & { readonly digest?: string };

/** Inputs of the commit as the engine hands them to its provider: plain data, secrets in plain text. */
export interface CommitInputs {
  readonly environment: string;
  readonly environments: readonly string[];
  readonly repository: {
    readonly url: string;
    readonly branch: string;
    readonly followedRef: string;
    readonly author: GitIdentity;
    readonly committer?: GitIdentity;
    /** Where requests are opened; absent where the host is none of GitHub's. */
    readonly gitHub?: GitHubPlace;
  };
  readonly credentials: GitCredentials;
  readonly signing?: GitSigning;
  readonly mirrors?: readonly GitMirror[];
  /** @default push */
  readonly mode?: "push" | "pull-request" | "files";
  /** Folder that the mode `files` writes, relative to the project or below `~/`. */
  readonly worktree?: string;
  /** Text of a pull request. */
  readonly reviewText?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly large: Readonly<Record<string, string>>;
  readonly sealed: Readonly<Record<string, SealedInput>>;
  readonly pending: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly source: Source;
  readonly allowUnclean?: boolean;
  readonly resolutions?: Readonly<Record<string, Resolution>>;
  readonly brings?: readonly string[];
}

/** What the engine keeps of a commit: its inputs without the files' texts, and what the run left. */
export interface CommitState extends Omit<CommitInputs, "files">, PackedState {
  readonly revision: string;
  /** URL of each mirror that does not hold what the repository holds → why. */
  readonly mirrorsBehind: Readonly<Record<string, string>>;
  /** Set by a refresh that found the repository other than this environment left it. */
  readonly drifted?: true;
}

type AccessInputs = Pick<CommitInputs, "repository" | "credentials" | "signing" | "mirrors">;

/** What the engine puts in the place of a value that only an update will know. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** How the inputs reach the repository. */
export function accessOf({ repository, credentials, signing, mirrors }: AccessInputs): GitAccess {
  const { url, branch, followedRef, author, committer } = repository;
  return {
    ...{ url, branch, followedRef, author },
    ...(committer === undefined ? {} : { committer }),
    credentials,
    ...(signing === undefined ? {} : { signing }),
    ...(mirrors === undefined ? {} : { mirrors }),
  };
}

/** Whether the engine does not know yet where the repository is, or how to reach it. */
export function isAccessUnknown({ repository, credentials, signing, mirrors }: AccessInputs): boolean {
  return JSON.stringify([repository, credentials, signing, mirrors]).includes(unknownValue);
}

/** What the inputs want, compared with what the state recorded. */
export async function wantedOf(inputs: CommitInputs, state: CommitState | undefined): Promise<Wanted> {
  return {
    access: accessOf(inputs),
    environment: inputs.environment,
    environments: inputs.environments,
    tree: await wantedTree({ files: inputs.files, large: inputs.large, sealed: inputs.sealed }, stateFolder()),
    pending: new Map(Object.entries(inputs.pending)),
    source: inputs.source,
    projectDir: process.cwd(),
    digests: knownDigests(inputs.sealed),
    ...(state === undefined ? {} : { recorded: unpackRecorded(state) }),
    allowUnclean: inputs.allowUnclean ?? false,
    ...(inputs.mode === "pull-request" ? { review: reviewOf(inputs) } : {}),
    ...(inputs.mode === "files" ? { worktree: worktreeFolder(inputs.worktree) } : {}),
    resolutions: inputs.resolutions ?? {},
  };
}

/** The inputs that the state holds a second time, so that a refresh can reach the repository. */
export function keptInputs(inputs: Omit<CommitInputs, "files">): Omit<CommitInputs, "files"> {
  const { environment, environments, repository, credentials, large, sealed, pending, secrets, source } = inputs;
  const { allowUnclean, resolutions, brings, signing, mirrors, mode, worktree } = inputs;
  return {
    ...{ environment, environments, repository, credentials, large, sealed, pending, secrets, source },
    ...(allowUnclean === undefined ? {} : { allowUnclean }),
    ...(resolutions === undefined ? {} : { resolutions }),
    ...(brings === undefined ? {} : { brings }),
    ...(signing === undefined ? {} : { signing }),
    ...(mirrors === undefined ? {} : { mirrors }),
    ...(mode === undefined ? {} : { mode }),
    ...(worktree === undefined ? {} : { worktree }),
  };
}

/** The git-ignored folder of everything that runs leave behind. */
export function stateFolder(): string {
  return folderOf(process.cwd());
}

/** The folder that the mode `files` writes, as an absolute path. */
export function worktreeFolder(worktree: string | undefined): string {
  if (worktree === undefined) throw new Error("the mode files needs a folder to write");
  return worktree.startsWith("~/") ? join(homedir(), worktree.slice(2)) : resolve(worktree);
}

function reviewOf({ repository, credentials, reviewText }: CommitInputs): NonNullable<Wanted["review"]> {
  const api = gitHubApi(repository.gitHub, credentials);
  return {
    forge: api === undefined ? undefined : gitHub(api),
    ...(reviewText === undefined ? {} : { text: reviewText }),
  };
}

function knownDigests(sealed: CommitInputs["sealed"]): ReadonlyMap<string, string> {
  const known = Object.entries(sealed).flatMap(([path, { digest }]) =>
    digest === undefined || digest === unknownValue ? [] : [[path, digest] as const],
  );
  return new Map(known);
}
