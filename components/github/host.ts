/** The public GitHub. */
export const publicHost = "github.com";

/** A repository on GitHub or on a GitHub Enterprise host. */
export interface GitHubLocation {
  /** `github.com`, or the host of a GitHub Enterprise. */
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

/** Base of the API as the provider takes it; always said, since the provider would let `GITHUB_BASE_URL` of the caller decide. */
export function apiBase(host: string): string {
  return host === publicHost || host.endsWith(".ghe.com") ? `https://api.${host}/` : `https://${host}/`;
}

/** Base of the REST API of a host. */
export function apiUrl(host: string): string {
  if (host === publicHost) return "https://api.github.com";
  return host.endsWith(".ghe.com") ? `https://api.${host}` : `https://${host}/api/v3`;
}

/** Where a repository is in GitHub's API. */
export interface GitHubPlace {
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
}

/** The place of a repository's URL; undefined where the host does not look like GitHub's, unless `api` says where its API is. */
export function gitHubPlace(url: string, api?: string): GitHubPlace | undefined {
  const match = /^(?:https?|ssh):\/\/(?:[^@/]+@)?([^/:]+)(?::\d+)?\/(?:.*\/)?([^/]+\/[^/]+?)(?:\.git)?$/.exec(url);
  const [, host, repository] = match ?? [];
  if (host === undefined || repository === undefined) return undefined;
  if (api !== undefined) return { apiUrl: api, repository };
  const known = host === publicHost || host.endsWith(".ghe.com") || host.includes("github");
  return known ? { apiUrl: apiUrl(host), repository } : undefined;
}

/** URL by which Git and Flux reach a repository with a token. */
export function httpsUrl({ host, owner, name }: GitHubLocation): string {
  return `https://${host}/${owner}/${name}.git`;
}

/** URL by which Git and Flux reach a repository with a deploy key; never the short form, which Flux does not accept. */
export function sshUrl({ host, owner, name }: GitHubLocation): string {
  return `ssh://git@${host}/${owner}/${name}.git`;
}

/**
 * Host keys of the public GitHub, as it publishes them ("GitHub's SSH key fingerprints" of its documentation). They are pinned: a
 * server that shows any other is refused.
 */
export const publicKnownHosts = `github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl
github.com ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBEmKSENjQEezOmxkZMy7opKgwFB9nkt5YRrYMjNuG5N87uRgg6CLrbo5wAdT/y6v0mKV0U2w0WZ2YB/++Tpockg=
github.com ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQCj7ndNxQowgcQnjshcLrqPEiiphnt+VTTvDP6mHBL9j1aNUkY4Ue1gvwnGLVlOhGeYrnZaMgRK6+PKCUXaDbC7qtbW8gIkhL7aGCsOr/C56SJMy/BCZfxd1nWzAOxSDPgVsmerOBYfNqltV9/hWCqBywINIR+5dIg6JTJ72pcEpEjcYgXkE2YEFXV1JHnsKgbLWNlhScqb2UmyRkQyytRLtL+38TGxkxCflmO+5Z8CSSNY7GidjMIZ7Q4zMjA2n1nGrlTDkzwDCsw+wqFPGQA179cnfGWOWRVruj16z6XyvxvjJwbz0wQZ75XK5tKSb7FNyeIEs4TT4jk+S4dhPeAUC5y+bDYirYgM4GC7uEnztnZyaVWQ7B381AK4Qdrwt51ZqExKbQpTUNn+EjqoTwvqNj4kqx5QUCI0ThS/YkOxJCXmPUWZbhjpCg56i+2aB6CmK2JGhn57K5mj0MNdBXA4/WnwH6XoPWJzK5Nyu2zB3nAZp+S5hpQs+p1vN1/wsjk=
`;
