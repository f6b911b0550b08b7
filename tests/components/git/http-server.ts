import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";

/** A smart-HTTP Git server on loopback for the repositories of a folder. */
export interface HttpServer {
  readonly url: string;
  /** Requests so far: `GET /monorepo.git/info/refs?service=git-upload-pack`. */
  readonly requests: readonly string[];
  /** Has the server hang up on a push before it has read it, or once it is done and before the answer. */
  breakOff: "before" | "after" | undefined;
  close(): Promise<void>;
}

/** Serves a folder to who shows one of these `user:token` pairs; a reader may not push. */
export async function serveHttp(
  folder: string,
  users: { readonly writer: string | ((user: string) => boolean); readonly reader?: string },
): Promise<HttpServer> {
  const { writer } = users;
  const writes = typeof writer === "string" ? (user: string): boolean => user === writer : writer;
  const requests: string[] = [];
  const handle: HttpServer = { url: "", requests, breakOff: undefined, close: () => Promise.resolve() };
  const server = createServer((request, response) => {
    const cut = request.method === "POST" && /receive-pack/.test(request.url ?? "") ? handle.breakOff : undefined;
    requests.push(`${request.method} ${request.url}`);
    const user = Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
    if (!writes(user) && user !== users.reader)
      return void response.writeHead(401, { "www-authenticate": "Basic realm=git" }).end();
    if (!writes(user) && /receive-pack/.test(request.url ?? "")) return void response.writeHead(403).end();
    if (cut === "before") return void request.once("data", () => request.socket.destroy());
    answer(folder, { request, response, lost: cut === "after" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  Object.assign(handle, {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  });
  return handle;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The client never sees the answer. */
  readonly lost: boolean;
}

function answer(folder: string, { request, response, lost }: Exchange): void {
  const url = new URL(request.url ?? "/", "http://localhost");
  const child = spawn("git", ["-c", "http.receivepack=true", "-c", "safe.directory=*", "http-backend"], {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_USER: "writer",
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      ...(request.headers["content-encoding"] === undefined
        ? {}
        : { HTTP_CONTENT_ENCODING: request.headers["content-encoding"] }),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => undefined);
  let buffered = Buffer.alloc(0);
  let headed = false;
  child.stdout.on("data", (chunk: Buffer) => {
    if (lost) return;
    if (headed) return void response.write(chunk);
    buffered = Buffer.concat([buffered, chunk]);
    const end = buffered.indexOf("\r\n\r\n");
    if (end < 0) return;
    headed = true;
    const headers = buffered
      .toString("latin1", 0, end)
      .split("\r\n")
      .map((line) => line.split(": ") as [string, string]);
    const status = headers.find(([name]) => name === "Status")?.[1] ?? "200";
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== "Status")));
    response.write(buffered.subarray(end + 4));
  });
  child.stdout.on("end", () => (lost ? request.socket.destroy() : response.end()));
}
