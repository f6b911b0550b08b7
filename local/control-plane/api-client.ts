import { Agent, request } from "node:https";

/** What it takes to talk to an API server as its administrator. */
export interface ApiAccess {
  /** Port on 127.0.0.1. */
  readonly port: number;
  readonly certificateAuthority: Buffer;
  readonly certificate: Buffer;
  readonly key: Buffer;
}

/** An answer of the API server; the body is the parsed JSON, or text where it is none. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

/** What a request sends. */
export interface ApiBody {
  readonly type: "application/json" | "application/apply-patch+yaml" | "application/merge-patch+json";
  readonly text: string;
}

/** Requests to one API server over kept connections. */
export interface ApiClient {
  /** Rejects only when the server cannot be reached. */
  request(method: string, path: string, body?: ApiBody): Promise<ApiResponse>;
  /** Closes the kept connections. */
  close(): void;
}

const timeout = 5000;

/**
 * A client of the few requests the platform makes. The full Kubernetes client takes seconds to load, which a second
 * `up` cannot spare.
 */
export function apiClient(access: ApiAccess): ApiClient {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 4,
    ca: access.certificateAuthority,
    cert: access.certificate,
    key: access.key,
  });
  const send = (method: string, path: string, body?: ApiBody): Promise<ApiResponse> =>
    new Promise((resolve, reject) => {
      const headers = { accept: "application/json", ...(body === undefined ? {} : { "content-type": body.type }) };
      const call = request({ host: "127.0.0.1", port: access.port, method, path, agent, headers, timeout });
      call.on("timeout", () => call.destroy(new Error(`no answer within ${timeout / 1000} s`)));
      call.on("error", reject);
      call.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (text += part));
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, body: parse(text) });
        });
        response.on("error", reject);
      });
      call.end(body?.text);
    });
  return {
    request: send,
    close: () => {
      agent.destroy();
    },
  };
}

/** Applies one object (YAML or JSON text) at its path by server-side apply, owning every field it names. */
export async function apply(client: ApiClient, path: string, text: string): Promise<void> {
  const query = "fieldManager=flux-monorepo-local&force=true";
  const answer = await client.request("PATCH", `${path}?${query}`, { type: "application/apply-patch+yaml", text });
  if (answer.status >= 300) throw new Error(`${path} was refused with ${answer.status}: ${messageOf(answer.body)}`);
}

/** The message of a Kubernetes Status, or the body itself. */
export function messageOf(body: unknown): string {
  if (typeof body === "object" && body !== null && "message" in body) return String(body.message);
  return typeof body === "string" ? body : JSON.stringify(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
