import type { GitCredentials, GitIdentity, GitMirror } from "../git/access";
import type { GitSigning } from "../git/transport/signing";
import type { Plan, Resolution } from "../plan/plan-types";
import type { Source } from "../plan/head";
import type { CommitFiles } from "../publish/commit-files";
import type { Credentials, PublishingMode, StackConfig } from "../../stacks/config";
import type { Notice, PlannedRun } from "./repository";

/** What the commit of a run is made of. */
export interface CommitSpec {
  readonly environment: string;
  readonly environments: readonly string[];
  readonly repository: {
    readonly url: string;
    readonly branch: string;
    readonly followedRef: string;
    readonly author: GitIdentity;
  };
  readonly credentials: GitCredentials;
  readonly signing?: GitSigning;
  readonly mirrors?: readonly GitMirror[];
  readonly mode: PublishingMode;
  readonly worktree?: string;
  readonly reviewText?: string;
  readonly files: CommitFiles;
  readonly pending: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly source: Source;
  readonly allowUnclean: boolean;
  readonly resolutions: Readonly<Record<string, Resolution>>;
  readonly brings: readonly string[];
}

/** What a run hands to its commit. */
export interface CommitRun {
  readonly config: StackConfig;
  readonly planned: PlannedRun;
  /** The preview as text for a pull request. */
  readonly reviewText?: string;
}

/** Describes the commit of a run, whose resource makes the secrets of it secret. */
export function commitSpec({ config, planned, reviewText }: CommitRun): CommitSpec {
  const { environment, resolutions, allowUncleanSource, publishing } = config;
  const { url, branch, followedRef, author, credentials } = planned.access;
  const { mode, worktree, signing, mirrors } = publishing;
  return {
    environment,
    environments: planned.environments,
    repository: { url, branch, followedRef, author },
    credentials,
    ...(signing === undefined ? {} : { signing }),
    ...(mirrors.length === 0
      ? {}
      : { mirrors: mirrors.map((mirror) => ({ url: mirror.url, credentials: decrypted(mirror.credentials) })) }),
    mode,
    ...(worktree === undefined ? {} : { worktree }),
    ...(reviewText === undefined ? {} : { reviewText }),
    files: planned.files,
    pending: Object.fromEntries([...planned.pending].map(([path, file]) => [path, file.environment])),
    secrets: planned.secrets,
    source: planned.source,
    allowUnclean: allowUncleanSource,
    resolutions,
    brings: planned.brings,
  };
}

/** What becomes of the commit where it is not simply pushed. */
export function publishingNotices({ access, publishing }: StackConfig, plan: Plan): readonly Notice[] {
  const count = plan.writes.size + plan.seals.size + plan.deletes.size;
  if (count === 0) return [];
  const message = handover(publishing, `${count} ${count === 1 ? "file" : "files"}`, access.branch);
  return message === undefined ? [] : [{ severity: "info", message }];
}

function handover({ mode, worktree }: StackConfig["publishing"], files: string, branch: string): string | undefined {
  switch (mode) {
    case "push":
      return undefined;
    case "pull-request":
      return (
        `The update proposes ${files} as a pull request into ${branch}, opened or brought up to date, and stops there: ` +
        "nothing reaches a cluster before it is merged and the update runs again."
      );
    case "files":
      return `The update writes or removes ${files} in ${worktree ?? "the working tree"}, and neither commits nor pushes.`;
    default:
      return mode satisfies never;
  }
}

/** @throws for credentials of a stack file that was read without the engine */
export function decrypted(credentials: Credentials): GitCredentials {
  if (credentials.kind === "encrypted") throw new Error("the stack's credentials were read without being decrypted");
  return credentials;
}
