import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createSocket, type Server as SocketServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { defaultIdentity, type GitCredentials } from "../../../components/git/access";
import { readRemote } from "../../../components/git/remote-state";
import { Scratch } from "./scratch";

const token = "canary-51c0aa";
const bot: GitCredentials = { kind: "token", username: "git", token };

describe("what a repository that cannot be read is told as", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  let servers: (Server | SocketServer)[];
  const variables = ["PATH", "GIT_SSL_CAINFO", "SSL_CERT_FILE"] as const;
  let before: readonly (readonly [string, string | undefined])[];
  beforeEach(() => {
    scratch = new Scratch();
    servers = [];
    before = variables.map((name) => [name, process.env[name]] as const);
  });
  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    for (const server of servers) server.close();
    scratch.remove();
  });

  const listen = async (server: Server | SocketServer): Promise<number> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  const answering = async (answer: RequestListener): Promise<string> =>
    `http://127.0.0.1:${await listen(createServer(answer))}/monorepo.git`;
  const fault = async (url: string, credentials: GitCredentials): Promise<string> => {
    const access = { url, branch: "main", followedRef: "main", author: defaultIdentity, credentials };
    const state = await readRemote(access, scratch.stateDir);
    assert.equal(state.kind, "unavailable");
    const { message } = state.fault;
    assert.doesNotMatch(message, /canary|could not read (Username|Password)|terminal prompts/);
    return message;
  };

  it("401: whose token it is, and the user name that it was sent with", async () => {
    const url = await answering((_request, response) =>
      response.writeHead(401, { "www-authenticate": "Basic realm=git" }).end(),
    );
    const wrong = await fault(url, bot);
    assert.match(wrong, /does not accept the token for the user name "git"[^]*gitUsername is it$/);
    process.env["TOKEN_OF_EXPLAIN"] = token;
    const variable = await fault(url, { kind: "environment", username: "ci", variable: "TOKEN_OF_EXPLAIN" });
    delete process.env["TOKEN_OF_EXPLAIN"];
    assert.match(variable, /the token of the variable TOKEN_OF_EXPLAIN for the user name "ci"/);
    assert.match(await fault(url, { kind: "none" }), /asks for credentials, and none are configured[^]*gitToken/);
  });

  it("403: that the credentials are known, with the server's own words", async () => {
    const url = await answering((_request, response) =>
      response.writeHead(403, { "content-type": "text/plain" }).end("SSO is required.\n"),
    );
    assert.match(await fault(url, bot), /knows the credentials, and does not let them read[^]*remote: SSO is required/);
  });

  it("404 and 503", async () => {
    let status = 404;
    const url = await answering((_request, response) => response.writeHead(status).end());
    assert.match(await fault(url, bot), /there is no such repository, or the credentials may not see it/);
    status = 503;
    assert.match(await fault(url, bot), /the host does not answer[^]*503/);
  });

  it("no such host, and nothing that listens", async () => {
    const known = { kind: "ssh", privateKey: "x", knownHosts: "h ssh-ed25519 AAAA" } as const;
    for (const [url, credentials] of [
      ["https://nowhere.invalid/acme/monorepo.git", bot],
      ["ssh://git@nowhere.invalid/acme/monorepo.git", known],
    ] as const)
      assert.match(await fault(url, credentials), /there is no host "nowhere\.invalid" by the name servers/);
    const port = await listen(createSocket());
    servers.pop()?.close();
    assert.match(
      await fault(`http://127.0.0.1:${port}/m.git`, bot),
      new RegExp(`nothing listens at 127.0.0.1:${port}`),
    );
    assert.match(await fault(`ssh://git@127.0.0.1:${port}/m.git`, known), /nothing listens at 127\.0\.0\.1/);
  });

  it("a certificate that nobody vouches for, until its authority is named", async function () {
    const [key, cert] = [join(scratch.root, "key.pem"), join(scratch.root, "cert.pem")];
    const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2"];
    try {
      const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"];
      execFileSync("openssl", [...args, ...subject], { stdio: "ignore" });
    } catch {
      this.skip();
    }
    const pair = { key: readFileSync(key), cert: readFileSync(cert) };
    const port = await listen(createTlsServer(pair, (_request, response) => response.writeHead(404).end()));
    const url = `https://127.0.0.1:${port}/monorepo.git`;
    assert.match(await fault(url, bot), /comes from no authority that this machine trusts[^]*GIT_SSL_CAINFO/);
    delete process.env["GIT_SSL_CAINFO"];
    process.env["SSL_CERT_FILE"] = cert;
    assert.match(await fault(url, bot), /there is no such repository/);
  });

  it("SSH: a changed host key, a key that cannot be used, and one that nobody knows", async () => {
    const url = `ssh://git@127.0.0.1:${await listen(createSocket((socket) => socket.destroy()))}/monorepo.git`;
    const bin = join(scratch.root, "bin");
    mkdirSync(bin);
    process.env["PATH"] = `${bin}:${process.env["PATH"]}`;
    const said = async (words: string): Promise<string> => {
      writeFileSync(join(bin, "ssh"), `#!/bin/sh\ncat >&2 <<'END'\n${words}\nEND\nexit 255\n`);
      chmodSync(join(bin, "ssh"), 0o755);
      return fault(url, { kind: "ssh", privateKey: token, knownHosts: "h ssh-ed25519 AAAA" });
    };
    const denied = "git@127.0.0.1: Permission denied (publickey).";
    assert.match(await said("Host key verification failed."), /another host key than gitKnownHosts pins/);
    assert.match(await said(denied), /knows nobody with this private key[^]*Permission denied/);
    const locked = 'Load key "/x/identity": incorrect passphrase supplied to decrypt private key';
    assert.match(
      await said(`${locked}\n${denied}`),
      /have no passphrase[^]*Load key "\/x\/identity": incorrect passphrase/,
    );
  });
});
