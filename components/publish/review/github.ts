import { callGitHub, type GitHubApi, type GitHubRequest } from "../../github/api/call";
import type { Forge, Review } from "./forge";

interface PullRequest {
  readonly number: number;
  readonly html_url: string;
  readonly state: "open" | "closed";
  readonly merged_at: string | null;
  readonly head: { readonly ref: string };
}

/** Pull requests by GitHub's REST API. */
export function gitHub(api: GitHubApi): Forge {
  const owner = api.repository.split("/")[0] ?? "";
  const pulls = `/repos/${api.repository}/pulls`;
  const call = async (method: GitHubRequest["method"], path: string, body?: object): Promise<unknown> =>
    callGitHub({ ...api, method, path, token: await api.token(), ...(body === undefined ? {} : { body }) });
  const list = async (query: string): Promise<readonly Review[]> =>
    ((await call("GET", `${pulls}?per_page=100&${query}`)) as readonly PullRequest[]).map(reviewOf);
  return {
    find: async (branch) => (await list(`state=all&head=${encodeURIComponent(`${owner}:${branch}`)}`))[0],
    findOpen: async (prefix) => (await list("state=open")).filter(({ branch }) => branch.startsWith(prefix)),
    open: async ({ branch, base, title, body }) =>
      reviewOf((await call("POST", pulls, { head: branch, base, title, body: fitting(body) })) as PullRequest),
    update: async ({ number }, { title, body }) => {
      await call("PATCH", `${pulls}/${number}`, { title, body: fitting(body) });
    },
    supersede: async ({ number }, { url }) => {
      await call("POST", `/repos/${api.repository}/issues/${number}/comments`, { body: `Replaced by ${url}` });
      await call("PATCH", `${pulls}/${number}`, { state: "closed" });
    },
  };
}

/** GitHub refuses longer texts. */
const longest = 65_536;

function fitting(body: string): string {
  const rest = "\n\nThe text is longer than a request may be: `pulumi preview --diff` shows all of it.";
  return body.length <= longest ? body : `${body.slice(0, longest - rest.length)}${rest}`;
}

function reviewOf({ number, html_url: url, state, merged_at: mergedAt, head }: PullRequest): Review {
  return { number, url, branch: head.ref, state: mergedAt === null ? state : "merged" };
}
