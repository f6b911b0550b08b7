/** How GitHub's REST API is reached for one repository. */
export interface GitHubApi {
  /** `https://api.github.com`, or `https://host/api/v3`. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  /** The token of the moment; one that an App draws lasts an hour. */
  readonly token: () => Promise<string>;
}

/** One request. */
export interface GitHubRequest {
  readonly apiUrl: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly token: string;
  readonly body?: object;
}

/** An answer that is no success; holds no credential. */
export class GitHubFailure extends Error {
  constructor(
    /** 0 where nothing answered. */
    readonly status: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "GitHubFailure";
  }
}

const seconds = 30;

/** Asks GitHub; the token is in a header alone, and in no error. @throws GitHubFailure */
export async function callGitHub({ apiUrl, method, path, token, body }: GitHubRequest): Promise<unknown> {
  const about = `${method} ${apiUrl}${path}`;
  const [status, text] = await fetch(`${apiUrl}${path}`, {
    method,
    signal: AbortSignal.timeout(seconds * 1000),
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-github-api-version": "2022-11-28",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).then(
    async (response) => [response.status, await response.text()] as const,
    (cause: unknown) => {
      throw new GitHubFailure(0, `GitHub's API does not answer to ${about}. Check the address and the network`, {
        cause,
      });
    },
  );
  if (status < 300) return text === "" ? undefined : JSON.parse(text);
  const said = text.slice(0, 300).replaceAll(token, "[secret]");
  throw new GitHubFailure(status, `GitHub answered ${status} to ${about}: ${said}`);
}
