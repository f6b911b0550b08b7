/** Fetches the bytes of a URL; rejects with a reason that people can read. */
export type Download = (url: string) => Promise<Buffer>;

/** Time limits of a download, in milliseconds. */
export interface DownloadLimits {
  /** From the request to the response's headers. @default 5000 */
  readonly connect: number;
  /** Without a single byte arriving. @default 30000 */
  readonly idle: number;
}

/**
 * Downloads over HTTP(S) that remember, for the life of the process, which hosts could not be reached, so that what comes
 * after fails at once. An answer with an error status does not count: that host can be reached.
 */
export function httpDownloads(limits: DownloadLimits = { connect: 5000, idle: 30_000 }): Download {
  const unreachable = new Map<string, string>();
  return async (url) => {
    const { host } = new URL(url);
    const earlier = unreachable.get(host);
    if (earlier !== undefined) throw new Error(earlier);
    const abort = new AbortController();
    const response = await answer(url, abort, limits.connect).catch((error: unknown) => {
      const reason = `${host} cannot be reached (${reasonOf(error)})`;
      unreachable.set(host, reason);
      throw new Error(reason, { cause: error });
    });
    if (!response.ok) throw new Error(`${url} answered ${response.status} ${response.statusText}`);
    return body(response, abort, limits.idle);
  };
}

async function answer(url: string, abort: AbortController, limit: number): Promise<Response> {
  const timer = setTimeout(() => {
    abort.abort(new Error(`no answer within ${limit / 1000} s`));
  }, limit);
  try {
    return await fetch(url, { signal: abort.signal, redirect: "follow" });
  } finally {
    clearTimeout(timer);
  }
}

async function body(response: Response, abort: AbortController, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const stalled = (): void => {
    abort.abort(new Error(`${response.url} sent nothing for ${limit / 1000} s`));
  };
  let timer = setTimeout(stalled, limit);
  try {
    const stream: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
    for await (const chunk of stream) {
      clearTimeout(timer);
      timer = setTimeout(stalled, limit);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}

/** The innermost reason of a failed request: fetch hides it in `cause`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : reasonOf(error.cause);
}
