import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** GitHub and a cluster, as far as the program under test calls them, in the order in which they are called. */
export interface World {
  readonly url: string;
  /** `github + RepositoryDeployKey <public key>`, `cluster = flux-system <public key>`, … */
  readonly events: string[];
  readonly end: () => Promise<void>;
}

type Body = Readonly<Record<string, unknown>>;

/** Answers on loopback until it is ended. */
export async function startWorld(): Promise<World> {
  const events: string[] = [];
  const keys = new Map<string, string>();
  const answer = (method: string, path: string, body: Body): readonly [number, object] =>
    path.startsWith("/github/")
      ? gitHub({ method, path, body, events, keys })
      : cluster({ method, path, body, events });
  const server = createServer((request, response) => {
    void reply(request, response, answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    end: () =>
      new Promise((done) =>
        server.close(() => {
          done();
        }),
      ),
  };
}

async function reply(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (method: string, path: string, body: Body) => readonly [number, object],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const [status, body] = answer(request.method ?? "", request.url ?? "", (text === "" ? {} : JSON.parse(text)) as Body);
  response.writeHead(status, { "content-type": "application/json", connection: "close" }).end(JSON.stringify(body));
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: Body;
  readonly events: string[];
}

/** As GitHub does, it takes a deploy key once in all of its repositories. */
function gitHub({
  method,
  path,
  body,
  events,
  keys,
}: Call & { readonly keys: Map<string, string> }): readonly [number, object] {
  const [, , kind = "", id = ""] = path.split("/");
  // The repository exists, with a feature that people have turned on.
  if (method === "GET")
    return [200, { name: "monorepo", fullName: "example/monorepo", visibility: "internal", hasIssues: true }];
  if (method === "PATCH") {
    events.push(`github ~ ${kind} ${String(body["visibility"])}`);
    return [200, {}];
  }
  if (method === "DELETE") {
    events.push(`github - ${kind} ${keys.get(id) ?? id}`);
    keys.delete(id);
    return [200, {}];
  }
  const number = randomUUID();
  const made = kind === "RepositoryDeployKey" ? String(body["key"]).trim() : number;
  if ([...keys.values()].includes(made)) return [422, { message: "key is already in use" }];
  keys.set(number, made);
  events.push(`github + ${kind} ${made}`);
  return [200, { id: number }];
}

const served = {
  resources: ["Secret", "Namespace"].map((kind) => ({
    kind,
    name: `${kind.toLowerCase()}s`,
    namespaced: kind === "Secret",
  })),
};

function cluster({ method, path: pathAndQuery, body, events }: Call): readonly [number, object] {
  const [path = ""] = pathAndQuery.split("?");
  if (path === "/api/v1") return [200, served];
  const name = path.split("/").at(-1) ?? "";
  if (path.endsWith("/namespaces/kube-system"))
    return [200, { apiVersion: "v1", kind: "Namespace", metadata: { name, uid: "uid-of-kube-system" } }];
  if (!path.includes("/secrets/")) return [404, {}];
  const data = (body["data"] ?? {}) as Readonly<Record<string, string>>;
  const shown = Buffer.from(data["identity.pub"] ?? "", "base64")
    .toString()
    .trim();
  if (method !== "GET") events.push(`cluster ${method === "DELETE" ? "-" : "="} ${name} ${shown}`.trim());
  return [200, { ...body, metadata: { name, uid: `uid-of-${name}` } }];
}
