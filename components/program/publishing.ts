import { listed } from "../model/wording/words";
import type { GitCredentials, GitMirror } from "../git/access";
import type { GitSigning } from "../git/transport/signing";
import type { Plan, Resolution } from "../plan/plan-types";
import type { Source } from "../plan/head";
import type { Issue } from "../model/issue";
import type { CommitFiles } from "../publish/commit-files";
import type { CommitInputs } from "../publish/inputs";
import { gitHubApi } from "../publish/review/api";
import { closedBy } from "../publish/review/branch-rules";
import { configFileName, type Credentials, type PublishingMode, type StackConfig } from "../../stacks/config";
import type { Notice, PlannedRun } from "./repository";

/** What the commit of a run is made of. */
export interface CommitSpec {
  readonly environment: string;
  readonly environments: readonly string[];
  readonly repository: CommitInputs["repository"];
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
  const { url, branch, followedRef, author, committer, credentials } = planned.access;
  const { gitHub } = config.access;
  const { mode, worktree, signing, mirrors } = publishing;
  return {
    environment,
    environments: planned.environments,
    repository: {
      ...{ url, branch, followedRef, author },
      ...(committer === undefined ? {} : { committer }),
      ...(gitHub === undefined ? {} : { gitHub }),
    },
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

/** Whether the branch takes the pushes of the mode `push` at all: GitHub tells before anything is made. */
export async function pushIssues({ environment, access, publishing }: StackConfig): Promise<readonly Issue[]> {
  const api = publishing.mode === "push" ? gitHubApi(access.gitHub, decrypted(access.credentials)) : undefined;
  if (api === undefined) return [];
  const required = await closedBy(api, access.branch);
  if (required.length === 0) return [];
  const message =
    `${access.branch} of ${api.repository} takes no direct push: it requires ${listed(required)}, and these credentials may not bypass that. ` +
    "Set mode to pull-request, or let the rule except who pushes.";
  return [{ code: "protected-branch", path: configFileName(environment), resource: "flux-monorepo:mode", message }];
}

/** @throws for credentials of a stack file that was read without the engine */
export function decrypted(credentials: Credentials): GitCredentials {
  if (credentials.kind === "encrypted") throw new Error("the stack's credentials were read without being decrypted");
  return credentials;
}
