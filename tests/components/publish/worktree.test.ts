import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { readRemote } from "../../../components/git/remote-state";
import { planAgainst } from "../../../components/publish/plan-against";
import { publish } from "../../../components/publish/publish";
import type { Published } from "../../../components/publish/publish";
import { packRecorded, unpackRecorded } from "../../../components/publish/record/recorded";
import type { RecordedState } from "../../../components/publish/wanted";
import { worktreeIssues } from "../../../components/publish/worktree/leave-files";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "./wanted";

const web = "apps/base/web/deployment.yaml";
const notes = "apps/base/notes/deployment.yaml";

describe("publishing to a working tree", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  let folder: string;
  let recorded: RecordedState | undefined;
  beforeEach(() => {
    scratch = new Scratch();
    folder = join(scratch.root, "clone");
    recorded = undefined;
  });
  afterEach(() => {
    scratch.remove();
  });

  const run = async (files: Readonly<Record<string, string>>): Promise<Published> => {
    const record = recorded === undefined ? {} : { recorded };
    const wanted = wantedFiles(scratch, files, { worktree: folder, ...record });
    const published = await publish(wanted, scratch.stateDir, noSealer);
    recorded = unpackRecorded(packRecorded(published.recorded));
    return published;
  };
  /** What a preview says of the folder. */
  const inTheWay = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const wanted = wantedFiles(scratch, files, recorded === undefined ? {} : { recorded });
    const remote = await readRemote(wanted.access, scratch.stateDir);
    assert.equal(remote.kind, "read");
    const plan = await planAgainst(remote, wanted);
    const issues = await worktreeIssues({ folder, remote, plan, wanted });
    return issues.map(({ code, path }) => `${code} ${path}`).sort();
  };
  const local = (path: string): string => readFileSync(join(folder, path), "utf8");
  /** Commits the folder as a person would. */
  const commit = (): void => {
    const git = (...args: readonly string[]): string => scratch.git(folder, ...args);
    if (!existsSync(join(folder, ".git"))) git("init", "--quiet", "--initial-branch=main");
    git("add", "--all");
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "-m", "By hand");
    git("push", "--quiet", scratch.url, "main");
  };

  it("writes files and pushes nothing, and knows them once they are committed", async () => {
    const first = await run({ [web]: "1\n", [notes]: "1\n" });
    assert.deepEqual([local(web), first.commit, first.revision, scratch.revision()], ["1\n", undefined, "", ""]);
    assert.deepEqual(await inTheWay({ [web]: "1\n" }), []);
    await run({ [web]: "1\n" });
    assert.equal(existsSync(join(folder, "apps/base/notes")), false);
    commit();
    await run({ [web]: "2\n" });
    commit();
    const done = await run({ [web]: "2\n" });
    assert.deepEqual([done.plan.changed, done.revision, recorded?.handed], [false, scratch.revision(), undefined]);
    await run({ [notes]: "1\n" });
    assert.deepEqual([existsSync(join(folder, web)), local(notes)], [false, "1\n"]);
    commit();
    assert.equal((await run({ [notes]: "1\n" })).plan.changed, false);
    assert.equal(scratch.commits(), 3);
  });

  it("takes what people commit late, and says what they changed", async () => {
    await run({ [web]: "1\n" });
    commit();
    await run({ [web]: "2\n" });
    await run({ [web]: "3\n" });
    commit();
    assert.equal((await run({ [web]: "4\n" })).plan.writes.get(web), "4\n");
    scratch.person({ [web]: "by hand\n" });
    await assert.rejects(run({ [web]: "5\n" }), /was changed by Ada/);
  });

  it("replaces neither edits nor links in the folder", async () => {
    await run({ [web]: "1\n" });
    writeFileSync(join(folder, web), "mine\n");
    await assert.rejects(run({ [web]: "2\n", [notes]: "1\n" }), /edited-worktree/);
    assert.deepEqual([local(web), existsSync(join(folder, notes))], ["mine\n", false]);
    assert.deepEqual(await inTheWay({ [web]: "2\n", [notes]: "1\n" }), [`edited-worktree ${web}`]);
    assert.deepEqual([local(web), existsSync(join(folder, notes))], ["mine\n", false]);
    mkdirSync(join(scratch.root, "elsewhere"));
    symlinkSync(join(scratch.root, "elsewhere"), join(folder, "apps/base/notes"));
    await assert.rejects(run({ [notes]: "1\n" }), /blocked-worktree/);
    assert.deepEqual(await inTheWay({ [notes]: "1\n" }), [`blocked-worktree ${notes}`, `edited-worktree ${web}`]);
    assert.equal(existsSync(join(scratch.root, "elsewhere/deployment.yaml")), false);
  });
});
