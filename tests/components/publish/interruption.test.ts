import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { GitCredentials } from "../../../components/git/access";
import { publish, type Published } from "../../../components/publish/publish";
import { serveHttp, type HttpServer } from "../git/http-server";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "./wanted";

const web = "apps/base/web/deployment.yaml";
const credentials: GitCredentials = { kind: "token", username: "bot", token: "canary" };

const realGit = execFileSync("which", ["git"], { encoding: "utf8" }).trim();

/** Steps of a run, as git's own processes mark them. */
const steps = ["fetch", "fast-import", "commit-tree", "push"] as const;

describe("a run that ends in the middle", function () {
  this.timeout(120_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });

  /** The next run recovers: one commit, whole on both sides, and nothing left behind. */
  const recovers = async (text: string, url = scratch.url): Promise<Published> => {
    const wanted = wantedFiles(scratch, { [web]: text });
    const access = {
      ...wanted.access,
      url,
      credentials: url === scratch.url ? wanted.access.credentials : credentials,
    };
    const published = await publish({ ...wanted, access }, scratch.stateDir, noSealer);
    assert.equal(scratch.content(web), text.trim());
    scratch.git(scratch.url, "fsck", "--strict", "--no-dangling");
    const folder = join(scratch.stateDir, "git");
    const caches = readdirSync(folder).filter((name) => name.endsWith(".git"));
    for (const cache of caches) scratch.git(join(folder, cache), "fsck", "--no-dangling");
    assert.deepEqual(readdirSync(join(folder, "work")), []);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes(".broken-")),
      [],
    );
    return published;
  };

  for (const step of steps)
    it(`by kill -9 during git ${step}: the next run makes the commit, once`, async () => {
      await publish(wantedFiles(scratch, { [web]: "1\n" }), scratch.stateDir, noSealer);
      scratch.person({ "theirs.txt": "1\n" });
      await killedAt(scratch, step);
      assert.equal(scratch.commits(), 2);
      await recovers("2\n");
      assert.equal(scratch.commits(), 3);
    });

  it("by kill -9 after the push arrived: the next run finds its commit, and makes no other", async () => {
    await publish(wantedFiles(scratch, { [web]: "1\n" }), scratch.stateDir, noSealer);
    hook(scratch, "post-receive", "sleep 5");
    await killedAt(scratch, "push", () => scratch.commits() === 2);
    hook(scratch, "post-receive", "exit 0");
    assert.equal((await recovers("2\n")).commit, undefined);
    assert.equal(scratch.commits(), 2);
  });

  describe("because of the server", () => {
    let server: HttpServer;
    let url: string;
    beforeEach(async () => {
      server = await serveHttp(scratch.root, { writer: "bot:canary" });
      url = `${server.url}/monorepo.git`;
      await recovers("1\n", url);
    });
    afterEach(async () => {
      await server.close();
    });

    it("is unreachable, changed nothing, and recovers: the server hangs up before it has read the push", async () => {
      server.breakOff = "before";
      await assert.rejects(recovers("2\n", url), { code: "unreachable" });
      assert.equal(scratch.commits(), 1);
      server.breakOff = undefined;
      await recovers("2\n", url);
      assert.equal(scratch.commits(), 2);
    });

    it("has worked where only the answer is lost: the server hangs up once the push is done", async () => {
      server.breakOff = "after";
      assert.equal((await recovers("2\n", url)).revision, scratch.revision());
      assert.equal(scratch.commits(), 2);
    });
  });
});

/** Has the repository run a script. */
function hook(scratch: Scratch, name: string, script: string): void {
  mkdirSync(join(scratch.url, "hooks"), { recursive: true });
  writeFileSync(join(scratch.url, "hooks", name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(scratch.url, "hooks", name), 0o755);
}

/** Runs a publish in a process group of its own and kills it when git begins a step, or once something holds. */
async function killedAt(scratch: Scratch, step: string, holds?: () => boolean): Promise<void> {
  const bin = join(scratch.root, "bin");
  const mark = join(scratch.root, "reached");
  mkdirSync(bin, { recursive: true });
  const pause = holds === undefined ? "sleep 30" : ":";
  writeFileSync(
    join(bin, "git"),
    `#!/bin/sh\nif [ "$1" = ${step} ]; then touch "${mark}"; ${pause}; fi\nexec ${realGit} "$@"\n`,
  );
  chmodSync(join(bin, "git"), 0o755);
  const program = `
    const {publish} = require("./components/publish/publish"); const {wantedFiles, noSealer} = require("./tests/components/publish/wanted");
    const [url, root] = process.argv.slice(1);
    publish(wantedFiles({url, root}, {${JSON.stringify(web)}: "2\\n"}), root + "/state", noSealer);`;
  const child = spawn("node_modules/.bin/tsx", ["-e", program, scratch.url, scratch.root], {
    detached: true,
    stdio: "ignore",
    env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}` },
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const reached = holds ?? ((): boolean => readdirSync(scratch.root).includes("reached"));
  for (let waited = 0; !reached(); waited += 20) {
    assert.ok(waited < 20_000 && child.exitCode === null, `git ${step} was never reached`);
    await sleep(20);
  }
  process.kill(-(child.pid ?? 0), "SIGKILL");
  await ended;
}
