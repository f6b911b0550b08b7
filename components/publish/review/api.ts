import { installationToken } from "../../github/api/app-token";
import type { GitHubApi } from "../../github/api/call";
import type { GitHubPlace } from "../../github/host";
import type { GitCredentials } from "../../git/access";

/** GitHub's API with the credentials that push; undefined elsewhere, and where they are a key that the API does not take. */
export function gitHubApi(place: GitHubPlace | undefined, credentials: GitCredentials): GitHubApi | undefined {
  if (place === undefined) return undefined;
  switch (credentials.kind) {
    case "token":
      return { ...place, token: () => Promise.resolve(credentials.token) };
    case "github-app":
      return { ...place, token: () => installationToken(credentials) };
    case "environment":
      return { ...place, token: () => Promise.resolve(process.env[credentials.variable]?.trim() ?? "") };
    case "none":
    case "ssh":
      return undefined;
    default:
      return credentials satisfies never;
  }
}
