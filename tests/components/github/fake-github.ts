import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** A pull request as GitHub's API shows it. */
export interface Pull {
  readonly number: number;
  readonly html_url: string;
  state: "open" | "closed";
  merged_at: string | null;
  readonly head: { readonly ref: string };
  title: string;
  body: string;
}

/** The token that the fake takes beside those that it hands out. */
export const personalToken = "canary-personal";

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Private key of the App that the fake knows, in the form that GitHub hands out. */
export const appKey = keys.privateKey.export({ type: "pkcs1", format: "pem" }).toString();

/** As much of GitHub's REST API, on loopback, as this program uses. */
export class FakeGitHub {
  readonly pulls: Pull[] = [];
  /** Path below `/repos/acme/monorepo` → answer; any other is not found. */
  readonly answers = new Map<string, unknown>();
  readonly requests: string[] = [];
  /** Tokens handed out to the App's installation. */
  readonly drawn: string[] = [];
  /** Seconds that such a token lives. */
  lifetime = 3600;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => {
        this.answer(request, response, text === "" ? {} : (JSON.parse(text) as Partial<Pull> & { head?: unknown }));
      });
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Marks a request as merged; moving the branch is the caller's. */
  merge(number: number): void {
    Object.assign(this.pulls[number - 1] ?? {}, { state: "closed", merged_at: "2026-01-01T00:00:00Z" });
  }

  private answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: Readonly<Record<string, unknown>>,
  ): ServerResponse {
    const url = new URL(request.url ?? "/", "http://localhost");
    this.requests.push(`${request.method} ${url.pathname}`);
    const send = (status: number, value: unknown): ServerResponse =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (url.pathname.startsWith("/app/installations/")) {
      if (!isProofOfApp(token)) return send(401, { message: "A JSON web token could not be decoded" });
      if (url.pathname !== "/app/installations/42/access_tokens") return send(404, { message: "Not Found" });
      this.drawn.push(`canary-installation-${this.drawn.length + 1}`);
      const expires = new Date(Date.now() + this.lifetime * 1000).toISOString();
      return send(201, { token: this.drawn.at(-1), expires_at: expires });
    }
    if (token !== personalToken && !this.drawn.includes(token)) return send(401, { message: "Bad credentials" });
    const path = url.pathname.replace(/^\/repos\/acme\/monorepo/, "");
    if (request.method === "GET" && path === "/pulls") return send(200, this.list(url.searchParams));
    if (request.method === "GET") {
      const known = this.answers.get(path);
      return known === undefined ? send(404, { message: "Not Found" }) : send(200, known);
    }
    return send(request.method === "POST" ? 201 : 200, this.write(request.method ?? "", path, body));
  }

  private list(query: URLSearchParams): readonly Pull[] {
    const head = query.get("head")?.replace("acme:", "");
    const state = query.get("state");
    return this.pulls.filter(
      (pull) => (head === undefined || pull.head.ref === head) && (state === "all" || pull.state === state),
    );
  }

  private write(method: string, path: string, body: Readonly<Record<string, unknown>>): unknown {
    const number = Number(/\/pulls\/(\d+)$/.exec(path)?.[1]);
    if (method === "PATCH") return Object.assign(this.pulls[number - 1] ?? {}, body);
    if (path.endsWith("/comments")) return {};
    const created = this.pulls.length + 1;
    const texts = { title: String(body["title"]), body: String(body["body"]) };
    const pull: Pull = {
      ...{
        number: created,
        html_url: `https://github.example/pull/${created}`,
        state: "open",
        merged_at: null,
        ...texts,
      },
      head: { ref: String(body["head"]) },
    };
    this.pulls.push(pull);
    return pull;
  }
}

/** Whether a JSON web token is the App's, signed with its key, and valid now for no more than GitHub allows. */
function isProofOfApp(token: string): boolean {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const publicKey = createPublicKey(keys.publicKey.export({ type: "spki", format: "pem" }));
  const signed = verify("sha256", Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, "base64url"));
  const read = (part: string): Readonly<Record<string, unknown>> =>
    JSON.parse(Buffer.from(part, "base64url").toString() || "{}") as Readonly<Record<string, unknown>>;
  const { iat, exp, iss } = signed ? read(claims) : {};
  const now = Date.now() / 1000;
  const alg = signed ? read(header)["alg"] : undefined;
  return alg === "RS256" && iss === "7" && Number(iat) <= now && Number(exp) > now && Number(exp) - Number(iat) <= 600;
}
