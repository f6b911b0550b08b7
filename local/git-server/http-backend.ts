import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gitEnvironment } from "./git-environment";

/** What is served, and as whom the client has been let in. */
export interface ServedRepositories {
  readonly folder: string;
  readonly user: string;
}

/** Answers one request by `git http-backend`, the CGI program that Git comes with. */
export function serveGit(served: ServedRepositories, request: IncomingMessage, response: ServerResponse): void {
  const backend = spawn("git", ["http-backend"], {
    env: cgiEnvironment(served, request),
    stdio: ["pipe", "pipe", "inherit"],
  });
  backend.on("error", (error) => {
    fail(response, error);
  });
  backend.stdin.on("error", () => request.unpipe(backend.stdin));
  response.on("close", () => backend.kill());
  request.pipe(backend.stdin);
  let head = Buffer.alloc(0);
  const readHead = (part: Buffer): void => {
    head = Buffer.concat([head, part]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) return;
    backend.stdout.off("data", readHead);
    writeHead(response, head.subarray(0, end).toString("latin1"));
    response.write(head.subarray(end + 4));
    backend.stdout.pipe(response);
  };
  backend.stdout.on("data", readHead);
  backend.on("close", () => {
    if (!response.headersSent) fail(response, new Error("git http-backend gave no answer"));
  });
}

function cgiEnvironment({ folder, user }: ServedRepositories, request: IncomingMessage): NodeJS.ProcessEnv {
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const optional = {
    CONTENT_TYPE: request.headers["content-type"],
    CONTENT_LENGTH: request.headers["content-length"],
    HTTP_CONTENT_ENCODING: request.headers["content-encoding"],
    GIT_PROTOCOL: single(request.headers["git-protocol"]),
  };
  return {
    ...gitEnvironment(),
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: "1",
    REQUEST_METHOD: request.method ?? "GET",
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    REMOTE_USER: user,
    REMOTE_ADDR: "127.0.0.1",
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
}

function writeHead(response: ServerResponse, head: string): void {
  let status = 200;
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name.toLowerCase() === "status") status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status);
}

function fail(response: ServerResponse, error: Error): void {
  if (response.headersSent) response.destroy(error);
  else response.writeHead(500, { "content-type": "text/plain" }).end(`${error.message}\n`);
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
