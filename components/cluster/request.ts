import * as http from "node:http";
import * as https from "node:https";
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

interface Answer {
  readonly status: number;
  readonly text: string;
}

const timeoutMilliseconds = 15_000;

/** Sends one request and returns the JSON that came back; undefined for what does not exist. @throws ClusterError */
export async function callApi(config: KubeConfig, request: ApiRequest): Promise<unknown> {
  const server = config.getCurrentCluster()?.server ?? "";
  if (!URL.canParse(server)) {
    throw new ClusterError(
      "kubeconfig-invalid",
      `The context ${config.currentContext} names no server; correct the kubeconfig.`,
    );
  }
  const answer = await send(config, new URL(server.replace(/\/+$/, "") + request.path), request);
  if (answer.status === 404) return undefined;
  if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text);
  throw refusal(answer, new URL(server).host, request);
}

async function send(config: KubeConfig, url: URL, request: ApiRequest): Promise<Answer> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (request.body !== undefined) headers["content-type"] = request.contentType ?? "application/json";
  const options: https.RequestOptions = { method: request.method, headers };
  try {
    await config.applyToHTTPSOptions(options);
    return await exchange(url, options, request.body);
  } catch (error) {
    throw unreachable(url.host, config.currentContext, error);
  }
}

function exchange(url: URL, options: https.RequestOptions, body: object | undefined): Promise<Answer> {
  const client = url.protocol === "http:" ? http : https;
  return new Promise((resolve, reject) => {
    const call = client.request(url, { ...options, signal: AbortSignal.timeout(timeoutMilliseconds) }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") });
      });
    });
    call.on("error", reject);
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

function refusal(answer: Answer, host: string, request: ApiRequest): ClusterError {
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

function reason(answer: Answer): string {
  try {
    const status: unknown = JSON.parse(answer.text);
    if (typeof status === "object" && status !== null && "message" in status) return String(status.message);
  } catch {
    // Not every proxy on the way answers in JSON.
  }
  return "no reason given";
}
