import type { Forge, Review } from "./forge";

/** A repository on GitHub or GitHub Enterprise. */
export interface GitHubRepository {
  /** `https://api.github.com`, or `https://host/api/v3`. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
}

interface PullRequest {
  readonly number: number;
  readonly html_url: string;
  readonly state: "open" | "closed";
  readonly merged_at: string | null;
  readonly head: { readonly ref: string };
}

const seconds = 30;

/** Pull requests by GitHub's REST API. */
export function gitHub(place: GitHubRepository): Forge {
  const owner = place.repository.split("/")[0] ?? "";
  const pulls = `/repos/${place.repository}/pulls`;
  const list = async (query: string): Promise<readonly Review[]> =>
    ((await call(place, "GET", `${pulls}?per_page=100&${query}`)) as readonly PullRequest[]).map(reviewOf);
  return {
    find: async (branch) => (await list(`state=all&head=${encodeURIComponent(`${owner}:${branch}`)}`))[0],
    findOpen: async (prefix) => (await list("state=open")).filter(({ branch }) => branch.startsWith(prefix)),
    open: async ({ branch, base, title, body }) =>
      reviewOf((await call(place, "POST", pulls, { head: branch, base, title, body })) as PullRequest),
    update: async ({ number }, { title, body }) => {
      await call(place, "PATCH", `${pulls}/${number}`, { title, body });
    },
    supersede: async ({ number }, { url }) => {
      await call(place, "POST", `/repos/${place.repository}/issues/${number}/comments`, { body: `Replaced by ${url}` });
      await call(place, "PATCH", `${pulls}/${number}`, { state: "closed" });
    },
  };
}

/** Where GitHub's API is for a repository's URL, and how it names the repository; undefined for any other URL. */
export function gitHubPlace(url: string): Pick<GitHubRepository, "apiUrl" | "repository"> | undefined {
  const match = /^(?:https|ssh):\/\/(?:[^@/]+@)?([^/:]*github[^/:]*)(?::\d+)?\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(url);
  const [, host, repository] = match ?? [];
  if (host === undefined || repository === undefined) return undefined;
  return { apiUrl: host === "github.com" ? "https://api.github.com" : `https://${host}/api/v3`, repository };
}

function reviewOf({ number, html_url: url, state, merged_at: mergedAt, head }: PullRequest): Review {
  return { number, url, branch: head.ref, state: mergedAt === null ? state : "merged" };
}

/** One request; the token is in a header alone, and in no error. */
async function call(
  { apiUrl, token }: GitHubRepository,
  ...[method, path, body]: readonly [string, string, object?]
): Promise<unknown> {
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    signal: AbortSignal.timeout(seconds * 1000),
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return text === "" ? undefined : JSON.parse(text);
  throw new Error(
    `GitHub answered ${response.status} to ${method} ${apiUrl}${path}: ${text.slice(0, 300).replaceAll(token, "[secret]")}`,
  );
}
