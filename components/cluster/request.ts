import * as http from "node:http";
import * as https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ClusterError, type ClusterErrorCode } from "./errors";
import type { KubeConfig } from "./kube-config";

/** One call of the Kubernetes API. */
export interface ApiRequest {
  readonly method: "GET" | "PATCH" | "DELETE";
  /** Path and query: `/api/v1/namespaces/kube-system`. */
  readonly path: string;
  readonly body?: object;
  /** Media type of the body. */
  readonly contentType?: string;
}

/** What the API server sent back. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

interface Answered extends ApiAnswer {
  /** Seconds. */
  readonly retryAfter?: number;
}

const attempts = 5;
/** In seconds. */
const longestPause = 5;
const timeoutMilliseconds = 15_000;

/** Sends one request and returns the JSON that came back; undefined for what does not exist. @throws ClusterError */
export async function callApi(config: KubeConfig, request: ApiRequest): Promise<unknown> {
  const answer = await askApi(config, request);
  if (answer.status === 404) return undefined;
  if (isSuccess(answer)) return JSON.parse(answer.text);
  throw refusal(answer, serverOf(config).host, request);
}

/** Sends one request and returns the answer, whatever it is. @throws ClusterError when there is none */
export async function askApi(config: KubeConfig, request: ApiRequest): Promise<ApiAnswer> {
  const server = serverOf(config);
  const url = new URL(server.href.replace(/\/+$/, "") + request.path);
  const headers: Record<string, string> = { accept: "application/json" };
  if (request.body !== undefined) headers["content-type"] = request.contentType ?? "application/json";
  const options: https.RequestOptions = { method: request.method, headers };
  try {
    await config.applyToHTTPSOptions(options);
    options.agent = keptAgent(config, options.agent);
    return await patiently(() => exchange(url, options, request.body));
  } catch (error) {
    throw unreachable(url.host, config.currentContext, error);
  }
}

/** Tells a request that was done from one that was refused. */
export function isSuccess({ status }: ApiAnswer): boolean {
  return status >= 200 && status < 300;
}

function serverOf(config: KubeConfig): URL {
  const server = config.getCurrentCluster()?.server ?? "";
  if (URL.canParse(server)) return new URL(server);
  const message = `The context ${config.currentContext} names no server; correct the kubeconfig.`;
  throw new ClusterError("kubeconfig-invalid", message);
}

const agents = new WeakMap<KubeConfig, https.Agent>();

/** Every call comes with an agent of its own; the first one stays, and its connections with it, while the certificates are the same. */
function keptAgent(config: KubeConfig, agent: https.RequestOptions["agent"]): https.RequestOptions["agent"] {
  if (!isDirect(agent)) return agent;
  const kept = agents.get(config);
  if (kept !== undefined && isDeepStrictEqual(certificates(kept), certificates(agent))) return kept;
  // The constructor's option, which client-node does not pass on.
  agents.set(config, Object.assign(agent, { keepAlive: true }));
  return agent;
}

/** Leaves proxies' agents alone, which keep their connections their own way. The agent of `http:` has the same fields. */
function isDirect(agent: https.RequestOptions["agent"]): agent is https.Agent {
  return typeof agent === "object" && [http.Agent, https.Agent].some((own) => agent.constructor === own);
}

function certificates({ options }: https.Agent): unknown {
  const { ca, cert, key, pfx, passphrase, servername, rejectUnauthorized } = options;
  return [ca, cert, key, pfx, passphrase, servername, rejectUnauthorized];
}

/** A server that is busy says when to come back, as after the definition of a kind is new; as other clients do, so many times. */
async function patiently(ask: () => Promise<Answered>): Promise<ApiAnswer> {
  for (let attempt = 1; ; attempt++) {
    const { retryAfter, ...answer } = await ask();
    if (answer.status !== 429 || retryAfter === undefined || attempt === attempts) return answer;
    await sleep(Math.min(retryAfter, longestPause) * 1000);
  }
}

/** The server may close a connection that was kept while a request is on its way: then the next one is taken, in the end a new one. */
async function exchange(url: URL, options: https.RequestOptions, body: object | undefined): Promise<Answered> {
  for (;;) {
    try {
      return await exchangeOnce(url, options, body);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
    }
  }
}

class StaleConnection extends Error {}

function exchangeOnce(url: URL, options: https.RequestOptions, body: object | undefined): Promise<Answered> {
  const client = url.protocol === "http:" ? http : https;
  return new Promise((resolve, reject) => {
    const call = client.request(url, { ...options, signal: AbortSignal.timeout(timeoutMilliseconds) }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const retryAfter = Number(response.headers["retry-after"] ?? NaN);
        const answer = { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") };
        resolve(Number.isFinite(retryAfter) ? { ...answer, retryAfter } : answer);
      });
    });
    call.on("error", (error: NodeJS.ErrnoException) => {
      reject(call.reusedSocket && error.code === "ECONNRESET" ? new StaleConnection(error.message) : error);
    });
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function unreachable(host: string, context: string, error: unknown): ClusterError {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  const timedOut = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  const why = timedOut
    ? `no answer within ${timeoutMilliseconds / 1000} s`
    : (code ?? "its credentials could not be prepared");
  const message = `The cluster at ${host} (context ${context}) cannot be reached: ${why}. Start it, or correct the configuration keys kubeconfig and context.`;
  return new ClusterError("cluster-unreachable", message);
}

function refusal(answer: ApiAnswer, host: string, request: ApiRequest): ClusterError {
  const [path] = request.path.split("?");
  const what = `${request.method} ${path}`;
  switch (answer.status) {
    case 401:
      return fail(
        "cluster-unauthorized",
        `${host} does not accept the credentials of this context (${what}). Renew them.`,
      );
    case 403:
      return fail("cluster-forbidden", `${host} does not allow ${what} to this user: ${reason(answer)}. Grant it.`);
    default:
      return fail("cluster-refused", `${host} answered ${what} with ${answer.status}: ${reason(answer)}`);
  }
}

function fail(code: ClusterErrorCode, message: string): ClusterError {
  return new ClusterError(code, message);
}

function reason(answer: ApiAnswer): string {
  try {
    const status: unknown = JSON.parse(answer.text);
    if (typeof status === "object" && status !== null && "message" in status) return String(status.message);
  } catch {
    // Not every proxy on the way answers in JSON.
  }
  return "no reason given";
}
