import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Published } from "../../../components/publish/publish";
import { readRecord, writeRecord } from "../../../components/publish/record-file";
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
    const of = { access: taken.planned.access, environment: "staging" };
    await writeRecord(scratch.stateDir, of, recorded);
    assert.deepEqual((await runOf(scratch, { replicas: 3 })).planned.issues, []);
    const elsewhere = { ...of, access: { ...of.access, url: "https://git.example.org/a/b" } };
    assert.equal(await readRecord(scratch.stateDir, elsewhere), undefined);
  });
});
