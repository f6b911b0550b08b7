import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClusterAccess } from "../../../../components/cluster/access";
import { openCluster, type ClusterClient } from "../../../../components/cluster/client";

/** One request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly type: string;
  readonly body: unknown;
}

/** What the server answers; undefined leaves the request without an answer. */
export type Answer = (
  seen: Seen,
) =>
  { readonly status: number; readonly body: object; readonly headers?: Readonly<Record<string, string>> } | undefined;

/** A server of HTTP that is no cluster, for what a real one does only now and then. */
export interface ApiServer {
  readonly client: ClusterClient;
  readonly access: ClusterAccess;
  readonly seen: readonly Seen[];
  /** Connections so far. */
  readonly connections: () => number;
  readonly server: Server;
  /** Ends the server; its kubeconfig stays. */
  readonly stop: () => void;
  readonly close: () => void;
}

/** Starts a server on loopback, and opens it by a kubeconfig of its own. */
export async function apiServer(answer: Answer): Promise<ApiServer> {
  const seen: Seen[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const { method = "", url = "", headers } = request;
      const one: Seen = {
        method,
        path: url,
        type: headers["content-type"] ?? "",
        body: text === "" ? undefined : JSON.parse(text),
      };
      seen.push(one);
      const result = answer(one);
      if (result === undefined) return;
      response
        .writeHead(result.status, { "content-type": "application/json", ...result.headers })
        .end(JSON.stringify(result.body));
    });
  }).on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = mkdtempSync(join(tmpdir(), "api-server-"));
  const { port } = server.address() as AddressInfo;
  const kubeconfig = join(folder, "config");
  writeFileSync(kubeconfig, JSON.stringify(configOf(`http://127.0.0.1:${port}`)));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const access = { kubeconfig, context: "test" };
  return {
    client: await openCluster(access),
    access,
    seen,
    connections: () => connections,
    server,
    stop,
    close: () => {
      stop();
      rmSync(folder, { recursive: true });
    },
  };
}

function configOf(server: string): object {
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "test", user: {} }],
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
