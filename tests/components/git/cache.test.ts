import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { readRemote, type RemoteRead } from "../../../components/git/remote-state";
import { publish } from "../../../components/publish/publish";
import { noSealer, wantedFiles } from "../publish/wanted";
import { Scratch } from "./scratch";

const web = "apps/base/web/deployment.yaml";

describe("the copy of a repository", function () {
  this.timeout(60_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });

  const run = (text: string, environment = "staging"): Promise<unknown> =>
    publish(wantedFiles(scratch, { [web]: text }, { environment }), scratch.stateDir, noSealer);
  const read = async (stateDir: string): Promise<RemoteRead> => {
    const state = await readRemote(wantedFiles(scratch, {}).access, stateDir);
    assert.ok(state.kind === "read");
    return state;
  };
  const folderOf = (stateDir: string): string => {
    const [name = ""] = readdirSync(join(stateDir, "git")).filter((entry) => entry.endsWith(".git"));
    return join(stateDir, "git", name);
  };
  const parts = ({ written, edits, ages }: RemoteRead): unknown => [written, edits, new Set(ages.keys())];

  it("reads only the newer part of a history, and tells the same as one read whole", async () => {
    await run("1\n");
    await read(scratch.stateDir);
    scratch.person({ "theirs.txt": "1\n" });
    await run("2\n");
    await run("3\n");
    const merged = scratch.git(scratch.url, "commit-tree", "-p", "main", "-p", "main~2", "-m", "Merge", "main^{tree}");
    scratch.git(scratch.url, "update-ref", "refs/heads/main", merged);
    const whole = parts(await read(join(scratch.root, "fresh")));
    assert.deepEqual(parts(await read(scratch.stateDir)), whole);
    assert.deepEqual(parts(await read(scratch.stateDir)), whole);
  });

  it("reads a history anew that somebody rewrote, and what is kept of it only where that is whole", async () => {
    await run("1\n");
    await run("2\n");
    scratch.git(scratch.url, "update-ref", "refs/heads/main", "main~1");
    const older = await read(scratch.stateDir);
    assert.equal(older.ages.size, 1);
    scratch.person({ "theirs.txt": "1\n" }, { amend: true });
    assert.deepEqual(parts(await read(scratch.stateDir)), parts(await read(join(scratch.root, "fresh"))));
    const folder = folderOf(scratch.stateDir);
    const [log = ""] = readdirSync(folder).filter((name) => name.startsWith("flux-monorepo-log-"));
    writeFileSync(join(folder, log), readFileSync(join(folder, log), "utf8").slice(0, -20));
    assert.equal((await read(scratch.stateDir)).ages.size, 1);
  });

  it("is repacked once it has grown, with nothing lost of what a run still needs", async () => {
    await run("1\n");
    const folder = folderOf(scratch.stateDir);
    const packs = (): number =>
      readdirSync(join(folder, "objects", "pack")).filter((name) => name.endsWith(".pack")).length;
    const fresh = (text: string): string =>
      execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd: folder, input: text, encoding: "utf8" }).trim();
    for (let index = 0; index < 25; index++) {
      const input = `${fresh(`pack ${index}`)}\n`;
      execFileSync("git", ["pack-objects", "--quiet", join(folder, "objects", "pack", "pack")], { cwd: folder, input });
    }
    scratch.git(
      folder,
      "update-ref",
      "refs/remotes/origin/flux-monorepo/staging/0123456789ab",
      "refs/remotes/origin/main",
    );
    const young = fresh("of a run that is under way");
    assert.ok(packs() >= 25);
    await run("2\n");
    assert.ok(packs() <= 3, String(packs()));
    assert.equal(scratch.git(folder, "cat-file", "-p", young), "of a run that is under way");
    assert.equal(scratch.git(folder, "for-each-ref", "--format=%(refname)"), "refs/remotes/origin/main");
    scratch.git(folder, "fsck", "--strict", "--no-dangling");
    await run("3\n");
    assert.equal(scratch.content(web), "3");
  });
});
