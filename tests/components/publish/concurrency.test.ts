import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, it } from "mocha";
import { publish } from "../../../components/publish/publish";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "./wanted";

const rounds = Number(process.env["ROUNDS"] ?? "20");

describe("publish under stress", function () {
  this.timeout(240_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });

  it(`lets two processes update two environments at once, ${rounds} rounds, and loses nothing`, async () => {
    const runs = ["staging", "production"].map((environment) => start(scratch, environment, rounds));
    assert.deepEqual(await Promise.all(runs.map((run) => run.ended)), ["", ""]);
    assert.equal(scratch.commits(), 2 * rounds);
    for (const environment of ["staging", "production"]) {
      assert.equal(scratch.content(`clusters/${environment}/round.yaml`), String(rounds - 1));
      assert.equal(scratch.files().filter((path) => path.startsWith(`clusters/${environment}/kept-`)).length, rounds);
    }
    const released = scratch.revision("env/production");
    assert.equal(scratch.content("clusters/production/round.yaml", released), String(rounds - 1));
  });

  it("recovers from kill -9 at any moment, with nothing half written", async () => {
    let killed = 0;
    for (let attempt = 0; attempt < 8; attempt++) {
      const run = start(scratch, "staging", 50);
      await sleep(500 + attempt * 90);
      process.kill(-run.pid, "SIGKILL");
      if ((await run.ended) !== "") killed++;
      scratch.git(scratch.url, "fsck", "--strict", "--no-dangling");
    }
    assert.ok(killed > 0);
    const { revision } = await publish(wantedFiles(scratch, { "a.yaml": "final\n" }), scratch.stateDir, noSealer);
    assert.equal(scratch.revision(), revision);
    assert.deepEqual(readdirSync(join(scratch.stateDir, "git", "work")), []);
  });

  it("makes its copy anew when that is damaged or half gone", async () => {
    const run = (content: string): Promise<unknown> =>
      publish(wantedFiles(scratch, { "a.yaml": content }), scratch.stateDir, noSealer);
    await run("1\n");
    const [cache = ""] = readdirSync(join(scratch.stateDir, "git")).filter((name) => name.endsWith(".git"));
    const folder = join(scratch.stateDir, "git", cache);
    rmSync(join(folder, "objects"), { recursive: true });
    await run("2\n");
    rmSync(join(folder, "HEAD"));
    await run("3\n");
    const objects = readdirSync(join(folder, "objects"), { recursive: true, encoding: "utf8" }).filter((name) =>
      /[0-9a-f]{38}$/.test(name),
    );
    for (const name of objects) {
      rmSync(join(folder, "objects", name));
      writeFileSync(join(folder, "objects", name), "damaged");
    }
    await run("4\n");
    writeFileSync(join(folder, "refs", "remotes", "origin", "main.lock"), "");
    scratch.person({ "theirs.txt": "1\n" });
    await run("5\n");
    assert.equal(scratch.content("a.yaml"), "5");
    assert.equal(scratch.commits(), 6);
  });
});

interface Run {
  readonly pid: number;
  /** What it printed to standard error; `killed` when it did not end by itself. */
  readonly ended: Promise<string>;
}

/** An environment's updates in a process of its own: each round changes one file and adds another. */
function start(scratch: Scratch, environment: string, count: number): Run {
  const program = `
    const {publish} = require("./components/publish/publish"); const {wantedFiles, noSealer} = require("./tests/components/publish/wanted");
    const [url, root, environment, count] = process.argv.slice(1);
    (async () => {
      const files = {"apps/base/web/deployment.yaml": "same"};
      for (let round = 0; round < Number(count); round++) {
        files["clusters/" + environment + "/round.yaml"] = String(round);
        files["clusters/" + environment + "/kept-" + round + ".yaml"] = "kept";
        await publish(wantedFiles({url, root}, files, {environment}), root + "/state", noSealer);
      }
    })();`;
  const child = spawn("node_modules/.bin/tsx", ["-e", program, scratch.url, scratch.root, environment, String(count)], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = new Promise<string>((resolve) =>
    child.once("close", (code) => {
      resolve(code === 0 ? errors.join("") : `killed ${errors.join("")}`);
    }),
  );
  return { pid: child.pid ?? 0, ended };
}
