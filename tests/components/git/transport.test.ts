import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { GitAccess, GitCredentials } from "../../../components/git/access";
import { readRemote } from "../../../components/git/remote-state";
import { publish } from "../../../components/publish/publish";
import { noSealer, wantedFiles } from "../publish/wanted";
import { serveHttp } from "./http-server";
import type { HttpServer } from "./http-server";
import { Scratch } from "./scratch";

const token = "canary-8d1f6b";
const files = { "apps/base/web/deployment.yaml": "replicas: 1\n", "clusters/production/apps.yaml": "a\n" };

describe("Git over the network", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  let server: HttpServer;
  beforeEach(async () => {
    scratch = new Scratch();
    server = await serveHttp(scratch.root, { writer: `bot:${token}`, reader: "reader:read" });
  });
  afterEach(async () => {
    await server.close();
    scratch.remove();
  });

  const access = (credentials: GitCredentials, url = `${server.url}/monorepo.git`): GitAccess => ({
    ...wantedFiles(scratch, files, { environment: "production" }).access,
    url,
    credentials,
  });
  const write = (to: GitAccess, tree: Readonly<Record<string, string>> = files) =>
    publish({ ...wantedFiles(scratch, tree, { environment: "production" }), access: to }, scratch.stateDir, noSealer);
  const writer: GitCredentials = { kind: "token", username: "bot", token };

  it("writes with a token that is nowhere on disk, in a number of requests that does not grow with the files", async () => {
    await write(access(writer));
    assert.equal(scratch.revision("env/production"), scratch.revision());
    const before = server.requests.length;
    await write(access(writer), { ...files, "apps/base/web/deployment.yaml": "replicas: 2\n" });
    const few = server.requests.length - before;
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`apps/base/app-${index}/deployment.yaml`, `${index}\n`]),
    );
    await write(access(writer), { ...files, ...many });
    assert.equal(server.requests.length - before, 2 * few);
    await write(access(writer), { ...files, ...many, "apps/base/big/data.yaml": randomBytes(1 << 21).toString("hex") });
    assert.equal(server.requests.length - before, 3 * few);
    const stored = readTree(scratch.stateDir) + readTree(scratch.url);
    for (const secret of [token, Buffer.from(`bot:${token}`).toString("base64")])
      assert.equal(stored.includes(secret), false);
  });

  it("takes a token from a variable of whoever starts the run, and says where that is missing", async () => {
    const credentials: GitCredentials = { kind: "environment", username: "bot", variable: "TOKEN_OF_THIS_TEST" };
    await assert.rejects(write(access(credentials)), { code: "authentication", message: /TOKEN_OF_THIS_TEST/ });
    process.env["TOKEN_OF_THIS_TEST"] = `${token}\n`;
    try {
      assert.equal((await write(access(credentials))).revision, scratch.revision());
    } finally {
      delete process.env["TOKEN_OF_THIS_TEST"];
    }
  });

  it("tells faults apart, and none of them holds the token", async () => {
    const expectations: readonly (readonly [string, () => Promise<unknown>])[] = [
      ["authentication", () => write(access({ kind: "token", username: "bot", token: `${token}-wrong` }))],
      ["authentication", () => write(access({ kind: "none" }))],
      ["authorisation", () => write(access({ kind: "token", username: "reader", token: "read" }))],
      ["missing-repository", () => write(access(writer, `${server.url}/other.git`))],
      ["unreachable", () => write(access(writer, "http://127.0.0.1:9/monorepo.git"))],
      ["unreachable", () => write(access(writer, "ssh://git@127.0.0.1:9/monorepo.git"))],
      ["missing-repository", () => write(access(writer, join(scratch.root, "nothing.git")))],
    ];
    for (const [code, attempt] of expectations) {
      const error: unknown = await attempt().then(
        () => undefined,
        (fault: unknown) => fault,
      );
      assert.equal(error instanceof Error && "code" in error && error.code, code, inspect(error));
      assert.equal(inspect(error, { depth: 20, showHidden: true }).includes("canary"), false);
    }
    assert.equal(scratch.revision(), "");
  });

  it("reads a repository that is not there as unavailable, and an empty one as having no head", async () => {
    const missing = await readRemote(access(writer, `${server.url}/other.git`), scratch.stateDir);
    assert.equal(missing.kind === "unavailable" && missing.fault.code, "missing-repository");
    const empty = await readRemote(access(writer), scratch.stateDir);
    assert.equal(empty.kind === "read" && empty.head, undefined);
  });

  it("works the same whatever the caller's variables and settings are", async () => {
    const evil = join(scratch.root, "evil");
    mkdirSync(evil);
    writeFileSync(
      join(evil, ".gitconfig"),
      '[user]\n name = Evil\n[commit]\n gpgsign = true\n[core]\n autocrlf = true\n[url "http://127.0.0.1:9/"]\n insteadOf = http://\n',
    );
    const junk = {
      GIT_DIR: "/nonexistent",
      GIT_WORK_TREE: "/nonexistent",
      GIT_INDEX_FILE: "/nonexistent",
      EDITOR: "false",
      GIT_SSH_COMMAND: "false",
      GIT_AUTHOR_NAME: "Evil",
      GIT_COMMITTER_DATE: "junk",
      GIT_CONFIG_GLOBAL: join(evil, ".gitconfig"),
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.bare",
      GIT_CONFIG_VALUE_0: "junk",
      GIT_TRACE: "1",
      HOME: evil,
      GIT_OBJECT_DIRECTORY: "/nonexistent",
      PAGER: "false",
      GIT_EXEC_PATH: "/nonexistent",
      LANG: "de_DE.UTF-8",
      GIT_ASKPASS: "false",
    };
    const program = `const {publish} = require("./components/publish/publish"); const {wantedFiles, noSealer} = require("./tests/components/publish/wanted");
      const scratch = {url: process.argv[1], root: process.argv[2]};
      const wanted = wantedFiles(scratch, {"a/b.yaml": "crlf\\r\\n", ".gitattributes": "* text=auto eol=crlf\\n"});
      publish({...wanted, access: {...wanted.access, credentials: {kind: "token", username: "bot", token: process.argv[3]}}}, process.argv[2] + "/state", noSealer).then(({revision}) => console.log(revision));`;
    const ran = await promisify(execFile)(
      "node_modules/.bin/tsx",
      ["-e", program, `${server.url}/monorepo.git`, scratch.root, token],
      { env: { ...process.env, ...junk } },
    );
    assert.deepEqual([ran.stdout.trim(), ran.stderr], [scratch.revision(), ""]);
    assert.equal(scratch.git(scratch.url, "log", "-1", "--format=%an %cn", "main"), "flux-monorepo flux-monorepo");
    assert.equal(
      execFileSync("git", ["cat-file", "blob", "main:a/b.yaml"], { cwd: scratch.url, encoding: "utf8" }),
      "crlf\r\n",
    );
  });

  it("uses SSH with its own key and host keys alone", async () => {
    const bin = join(scratch.root, "bin");
    mkdirSync(bin);
    const seen = join(scratch.root, "ssh-args");
    writeFileSync(
      join(bin, "ssh"),
      `#!/bin/sh\nfor a in "$@"; do echo "$a" >> "${seen}"; case "$a" in IdentityFile=*) f=$(echo "$a" | sed 's/^IdentityFile="//; s/"$//'); stat -c %a "$f" >> "${seen}"; cat "$f" >> "${seen}";; esac; last=$a; done\neval "$last"\n`,
    );
    chmodSync(join(bin, "ssh"), 0o755);
    const path = process.env["PATH"];
    process.env["PATH"] = `${bin}:${path}`;
    try {
      await write(
        access(
          { kind: "ssh", privateKey: "PRIVATE-KEY", knownHosts: "host ssh-ed25519 AAAA" },
          `git@127.0.0.1:${scratch.url}`,
        ),
      );
    } finally {
      process.env["PATH"] = path;
    }
    const args = readFileSync(seen, "utf8");
    for (const part of ["\n600\nPRIVATE-KEY\n", "StrictHostKeyChecking=yes", "IdentityAgent=none", "-F\n/dev/null"])
      assert.ok(args.includes(part), part);
    assert.equal(readTree(scratch.stateDir).includes("PRIVATE-KEY"), false);
    assert.equal(scratch.revision() === "", false);
  });

  it("refuses credentials in the URL without repeating them", async () => {
    await assert.rejects(write(access(writer, `http://bot:${token}@127.0.0.1/x.git`)), (error: Error) => {
      assert.match(error.message, /holds credentials/);
      return !inspect(error, { depth: 9 }).includes(token);
    });
  });
});

/** All bytes below a folder. */
function readTree(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}
