import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Published } from "../../../components/publish/publish";
import { readRecord, writeRecord } from "../../../components/publish/record/record-file";
import { Scratch } from "../git/scratch";
import { runOf } from "../preview/run";

describe("the record of the last run", function () {
  this.timeout(120_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });

  it("tells the program's plan of an edit that an update has taken over", async () => {
    await (await runOf(scratch, { replicas: 1 })).publish();
    const two = await runOf(scratch, { replicas: 2 });
    const edited = [...two.planned.tree].flatMap(([path, file]) =>
      file.kind === "text" && scratch.content(path) !== file.content.trim() ? [[path, file.content] as const] : [],
    );
    scratch.person(Object.fromEntries(edited));
    const taken = await runOf(scratch, { replicas: 2 });
    const { recorded, commit } = (await taken.publish()) as Published;
    assert.deepEqual([commit, (await runOf(scratch, { replicas: 3 })).planned.issues.length > 0], [undefined, true]);
    await writeRecord(scratch.stateDir, "staging", recorded);
    assert.deepEqual((await runOf(scratch, { replicas: 3 })).planned.issues, []);
    assert.equal(await readRecord(scratch.stateDir, "production"), undefined);
  });

  it("makes no conflict of a repository that was rebuilt, and the preview says what happened", async () => {
    const { recorded } = (await (await runOf(scratch, {})).publish()) as Published;
    await writeRecord(scratch.stateDir, "staging", recorded);
    rmSync(scratch.url, { recursive: true });
    scratch.git(scratch.root, "init", "--quiet", "--bare", scratch.url);
    const { planned, previewed } = await runOf(scratch, {});
    assert.deepEqual([planned.issues, previewed.issues], [[], []]);
    const said = planned.notices.filter(({ message }) => message.includes("treated as new"));
    assert.deepEqual(
      said.map(({ severity }) => severity),
      ["warning"],
    );
  });
});
