import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureGitServer, runningGitServer, type GitServer } from "../../../local/git-server/git-server";
import { endProcesses } from "../../../local/processes/end-processes";
import { processesOf } from "../../../local/processes/leftovers";
import { silentReport, type Report } from "../../../tools/report";
import { run, type RunResult } from "../../../tools/run";

describe("the Git server", function () {
  this.timeout(60_000);
  let folder: string;
  let server: GitServer;
  const git = (args: readonly string[], cwd = folder): Promise<RunResult> =>
    run("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", "-c", "credential.helper=", ...args], {
      cwd,
      env: { PATH: process.env["PATH"], GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_GLOBAL: "/dev/null" },
    });
  const url = (token: string): string => server.repositoryUrl.replace("http://", `http://${server.username}:${token}@`);
  const stop = (): Promise<void> => endProcesses(processesOf(folder));

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "git-server-"));
    server = await ensureGitServer(folder, silentReport);
  });
  after(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("starts once", async () => {
    assert.deepEqual(await ensureGitServer(folder, silentReport), server);
    assert.equal(processesOf(folder).length, 1);
  });

  it("keeps its token in a file that only its owner reads", () => {
    assert.equal(statSync(join(folder, "token")).mode & 0o777, 0o600);
  });

  it("takes two refs in one atomic push, a large one too, and serves them", async () => {
    const work = join(folder, "work");
    assert.equal((await git(["clone", url(server.token), work])).status, 0);
    writeFileSync(join(work, "large"), Buffer.alloc(3_000_000, Math.random().toString()));
    await git(["add", "."], work);
    await git(["commit", "-m", "one"], work);
    const push = await git(["push", "--atomic", "origin", "HEAD:main", "HEAD:env/production"], work);
    assert.equal(push.status, 0, push.stderr);
    const { stdout } = await git(["ls-remote", "--symref", url(server.token)]);
    assert.match(stdout, /ref: refs\/heads\/main\tHEAD/);
    assert.match(stdout, /refs\/heads\/env\/production/);
  });

  for (const [title, address] of [
    ["a wrong token", () => url("wrong")],
    ["no credentials", () => server.repositoryUrl],
  ] as const) {
    it(`refuses ${title}`, async () => {
      assert.notEqual((await git(["ls-remote", address()])).status, 0);
      assert.equal((await fetch(`${server.repositoryUrl}/info/refs?service=git-receive-pack`)).status, 401);
    });
  }

  it("serves nothing outside of its repositories", async () => {
    const authorization = `Basic ${Buffer.from(`flux:${server.token}`).toString("base64")}`;
    const base = new URL(server.repositoryUrl).origin;
    for (const path of ["/..%2f..%2ftoken", "/%2e%2e/token", "/other.git/info/refs?service=git-upload-pack", "/%00"]) {
      const answer = await fetch(`${base}${path}`, { headers: { authorization } });
      assert.ok(answer.status >= 400, `${path} gave ${answer.status}`);
    }
    assert.notEqual(runningGitServer(folder), undefined);
  });

  it("comes back on the same port, with the same token and commits", async () => {
    await stop();
    assert.equal(runningGitServer(folder), undefined);
    assert.deepEqual(await ensureGitServer(folder, silentReport), server);
    assert.match((await git(["ls-remote", url(server.token)])).stdout, /refs\/heads\/main/);
  });

  it("takes another port where its own is taken, and says so", async () => {
    await stop();
    const port = Number(new URL(server.repositoryUrl).port);
    const other = createServer().listen(port, "127.0.0.1");
    await once(other, "listening");
    const notes: string[] = [];
    const report: Report = { ...silentReport, note: (line) => void notes.push(line) };
    server = await ensureGitServer(folder, report);
    other.close();
    assert.notEqual(new URL(server.repositoryUrl).port, String(port));
    assert.match(notes.join("\n"), new RegExp(`Port ${port} of the Git server is taken`));
    assert.match(readFileSync(join(folder, "port.json"), "utf8"), new RegExp(new URL(server.repositoryUrl).port));
  });
});
