import {
  apiUrl,
  gitHubPlace,
  httpsUrl,
  publicHost,
  type GitHubLocation,
  type GitHubPlace,
} from "../../../components/github/host";
import { hostName, matching } from "../parsers";
import type { ConfigReader } from "../reader";
import { decodeCredentials, type Credentials } from "./credentials";
import { gitHubRepository, repositoryUrl } from "./repository-url";

/** Where commits go, as whom, and which branch the cluster follows. */
export interface RepositoryAccess {
  /** Without credentials: `https://…`, `ssh://…`, or `http://` on loopback. */
  readonly url: string;
  /** When the repository was named as `owner/name`. */
  readonly github?: GitHubLocation;
  readonly branch: string;
  /** The branch itself, or a release branch that only this environment's update moves. */
  readonly follows: string;
  readonly author: Identity;
  /** @default author */
  readonly committer?: Identity;
  /** Where the repository is in GitHub's API; absent where the host is none of GitHub's. */
  readonly gitHub?: GitHubPlace;
  readonly credentials: Credentials;
}

/** Who a commit says made it. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

const branchName = matching(
  /^(?!-)(?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)))[^\s~^:?*[\\\u0000-\u001f/.][^\s~^:?*[\\\u0000-\u001f]*(?<![/.])$/,
  "a branch name such as main or env/production",
);

/** Decodes the keys that say which repository is written, and how. */
export function decodeAccess(read: ConfigReader): RepositoryAccess {
  const github = decodeLocation(read);
  const url = decodeUrl(read, github);
  const branch = read.get("branch", branchName) ?? "main";
  const place = decodePlace(read, url, github);
  const author = {
    name: read.get("authorName", personName) ?? "flux-monorepo",
    email: read.get("authorEmail", address) ?? "flux-monorepo@localhost",
  };
  const committer = decodeCommitter(read, author);
  return {
    url,
    ...(github === undefined ? {} : { github }),
    branch,
    follows: read.get("follows", branchName) ?? branch,
    author,
    ...(committer === undefined ? {} : { committer }),
    ...(place === undefined ? {} : { gitHub: place }),
    credentials: decodeCredentials(read, url, place),
  };
}

const personName = matching(/^[^<>\n]+$/, "a name without < and >");
const address = matching(/^[^<>\s]+@[^<>\s]+$/, "an address such as bot@example.org");

function decodeCommitter(read: ConfigReader, author: Identity): Identity | undefined {
  const name = read.get("committerName", personName);
  const email = read.get("committerEmail", address);
  if (name === undefined && email === undefined) return undefined;
  return { name: name ?? author.name, email: email ?? author.email };
}

const apiAddress = matching(
  /^https:\/\/[^\s/@]+(\/[^\s@]*[^\s/@])?$|^http:\/\/(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?(\/[^\s@]*[^\s/@])?$/,
  "an address such as https://git.example.org/api/v3, or http:// on loopback",
);

function decodePlace(read: ConfigReader, url: string, github: GitHubLocation | undefined): GitHubPlace | undefined {
  const api = read.get("githubApi", apiAddress);
  if (github === undefined) return gitHubPlace(url, api);
  return { apiUrl: api ?? apiUrl(github.host), repository: `${github.owner}/${github.name}` };
}

function decodeLocation(read: ConfigReader): GitHubLocation | undefined {
  const host = read.get("githubHost", hostName) ?? publicHost;
  return read.get("github", gitHubRepository(host));
}

function decodeUrl(read: ConfigReader, github: GitHubLocation | undefined): string {
  const given = read.has("repository") && read.has("github");
  if (given)
    read.fail("github", "conflicting-config-keys", "Both repository and github are set; keep the one you mean.");
  if (!read.has("repository") && !read.has("github")) {
    read.fail(
      "repository",
      "missing-config-value",
      "No repository is configured; run `pulumi config set repository <url>`, or `pulumi config set github <owner>/<name>`.",
    );
  }
  return read.get("repository", repositoryUrl) ?? (github === undefined ? "" : httpsUrl(github));
}
