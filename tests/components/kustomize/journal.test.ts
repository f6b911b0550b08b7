import assert from "node:assert/strict";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../../../components/kustomize/journal";

describe("openJournal", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "flux-monorepo-journal-"));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it("gives back what another process put, the latest of each key", () => {
    const path = join(dir, "deep", "journal.jsonl");
    openJournal(path).put([
      ["a", 1],
      ["b", { text: "two\nlines" }],
    ]);
    openJournal(path).put([["a", [3]]]);
    const read = openJournal(path);
    assert.deepEqual([read.get("a"), read.get("b"), read.get("c")], [[3], { text: "two\nlines" }, undefined]);
  });

  it("takes a line that was cut off as absent, and goes on", async () => {
    const path = join(dir, "journal.jsonl");
    openJournal(path).put([["a", 1]]);
    await appendFile(path, 'b {"cut":\n');
    openJournal(path).put([["c", 2]]);
    const read = openJournal(path);
    assert.deepEqual([read.get("a"), read.get("b"), read.get("c")], [1, undefined, 2]);
  });
});
