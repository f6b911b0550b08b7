import type { GitHubApp } from "../github/api/app-token";
import { IssuesError } from "../model/issue";
import type { GitSigning } from "./transport/signing";

/** How the writer proves who it is. */
export type GitCredentials =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly username: string; readonly token: string }
  /** `knownHosts` is the text of a known_hosts file: only these host keys are accepted. */
  | { readonly kind: "ssh"; readonly privateKey: string; readonly knownHosts: string }
  /** A token that whoever starts the run hands over in a variable, so that no state holds it. */
  | { readonly kind: "environment"; readonly username: string; readonly variable: string }
  /** Draws a token for an hour at a time. */
  | ({ readonly kind: "github-app" } & GitHubApp);

/** Credentials that git itself can use. */
export type PlainCredentials = Exclude<GitCredentials, { readonly kind: "github-app" | "environment" }>;

/** Author or committer of a commit. */
export interface GitIdentity {
  readonly name: string;
  readonly email: string;
}

/** Where the monorepo is, and how it is written. */
export interface GitAccess {
  /** `https://…`, `http://…`, `ssh://…`, `git@host:owner/repo.git`, or a path for tests; never with credentials. */
  readonly url: string;
  /** Branch that holds every environment's files. */
  readonly branch: string;
  /** Branch that this environment's cluster follows: the same one, or a release branch of its own. */
  readonly followedRef: string;
  readonly credentials: GitCredentials;
  readonly author: GitIdentity;
  /** @default author */
  readonly committer?: GitIdentity;
  /** Signs every commit. @default unsigned */
  readonly signing?: GitSigning;
  /** Further remotes that get the same branches. @default [] */
  readonly mirrors?: readonly GitMirror[];
}

/** A remote that holds a copy. */
export interface GitMirror {
  readonly url: string;
  readonly credentials: GitCredentials;
}

/** Who commits where nobody is configured. */
export const defaultIdentity: GitIdentity = { name: "flux-monorepo", email: "flux-monorepo@users.noreply.github.com" };

const scpForm = /^(?:([A-Za-z0-9._-]+)@)?([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\]):(?!\/\/)(.+)$/;
const schemes = ["https:", "http:", "ssh:", "file:"];

/** The URL in the form that Git and Flux both accept: scp's short form becomes `ssh://`; credentials in it are refused. */
export function normalizeRemoteUrl(url: string): string {
  const text = url.trim();
  if (text.startsWith("/")) return text;
  const scp = text.includes("://") ? null : scpForm.exec(text);
  if (scp !== null) return `ssh://${scp[1] ?? "git"}@${scp[2]}/${(scp[3] ?? "").replace(/^\/+/, "")}`;
  const parsed = parse(text);
  if (parsed === undefined || !schemes.includes(parsed.protocol)) {
    throw badUrl(
      "is no repository URL. Known forms: https://host/owner/repo, ssh://git@host/owner/repo, git@host:owner/repo",
      withoutCredentials(text),
    );
  }
  const secret = parsed.password !== "" || (parsed.protocol !== "ssh:" && parsed.username !== "");
  if (secret)
    throw badUrl(
      "holds credentials, which would end up in the cluster and in Git: give them as a secret of the stack instead",
      withoutCredentials(text),
    );
  return text.replace(/\/+$/, "");
}

/** Fails unless a name can be a branch, so that nothing else reaches Git's command line. */
export function assertBranchName(name: string): void {
  const bad =
    name === "" || /^[-/.]|[/.]$|\.\.|\/\/|\/\.|\.lock(\/|$)|@\{|^@$|[\s~^:?*[\\\u0000-\u001f\u007f]/.test(name);
  if (bad)
    throw new IssuesError([
      { code: "branch-name", path: "repository", resource: name, message: `"${name}" is no name of a branch` },
    ]);
}

/** A URL that is safe to print. */
export function withoutCredentials(url: string): string {
  return url.replace(/:\/\/[^/@]*@/, "://");
}

function badUrl(fault: string, url: string): IssuesError {
  return new IssuesError([{ code: "repository-url", path: "repository", resource: url, message: `${url} ${fault}` }]);
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
