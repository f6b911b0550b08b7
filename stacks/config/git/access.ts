import { httpsUrl, publicHost, publicKnownHosts, type GitHubLocation } from "../../../components/github/host";
import { block, hostName, matching, text } from "../parsers";
import type { ConfigReader } from "../reader";
import { gitHubRepository, isSshUrl, repositoryUrl } from "./repository-url";

/** How a run proves itself to the Git server; `encrypted` stands for values of a stack file that was read without the engine. */
export type Credentials =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly username: string; readonly token: string }
  | { readonly kind: "ssh"; readonly privateKey: string; readonly knownHosts: string }
  | { readonly kind: "encrypted" };

/** Where commits go, as whom, and which branch the cluster follows. */
export interface RepositoryAccess {
  /** Without credentials: `https://…`, `ssh://…`, or `http://` on loopback. */
  readonly url: string;
  /** When the repository was named as `owner/name`. */
  readonly github?: GitHubLocation;
  readonly branch: string;
  /** The branch itself, or a release branch that only this environment's update moves. */
  readonly follows: string;
  readonly author: { readonly name: string; readonly email: string };
  readonly credentials: Credentials;
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
  return {
    url,
    ...(github === undefined ? {} : { github }),
    branch,
    follows: read.get("follows", branchName) ?? branch,
    author: {
      name: read.get("authorName", matching(/^[^<>\n]+$/, "a name without < and >")) ?? "flux-monorepo",
      email:
        read.get("authorEmail", matching(/^[^<>\s]+@[^<>\s]+$/, "an address such as bot@example.org")) ??
        "flux-monorepo@localhost",
    },
    credentials: decodeCredentials(read, url),
  };
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

function decodeCredentials(read: ConfigReader, url: string): Credentials {
  const username = read.get("gitUsername", text) ?? "git";
  const token = read.get("gitToken", text);
  const privateKey = read.get("gitPrivateKey", block);
  const knownHosts = read.get("gitKnownHosts", block) ?? (hasPinnedKeys(url) ? publicKnownHosts : "");
  refuseMismatch(read, url);
  if (read.isEncrypted("gitToken") || read.isEncrypted("gitPrivateKey")) return { kind: "encrypted" };
  if (token !== undefined) return { kind: "token", username, token };
  return privateKey === undefined ? { kind: "none" } : { kind: "ssh", privateKey, knownHosts };
}

/** Whether this program knows the server's host keys. */
function hasPinnedKeys(url: string): boolean {
  return isSshUrl(url) && new URL(url).hostname === publicHost;
}

function refuseMismatch(read: ConfigReader, url: string): void {
  if (url === "") return;
  const ssh = isSshUrl(url);
  if (ssh && read.has("gitToken"))
    read.fail(
      "gitToken",
      "conflicting-config-keys",
      `A token cannot open ${url}; set gitPrivateKey, or use an https:// URL.`,
    );
  if (!ssh && read.has("gitPrivateKey")) {
    read.fail(
      "gitPrivateKey",
      "conflicting-config-keys",
      `A private key cannot open ${url}; set gitToken, or use an ssh:// URL.`,
    );
  }
  if (ssh && read.has("gitPrivateKey") && !read.has("gitKnownHosts") && !hasPinnedKeys(url)) {
    const host = new URL(url).hostname;
    read.fail(
      "gitKnownHosts",
      "missing-config-value",
      `The SSH server is not known; store the output of \`ssh-keyscan ${host}\`, once you have checked it.`,
    );
  }
}
