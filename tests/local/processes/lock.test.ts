import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withLock } from "../../../local/processes/lock";
import { identify } from "../../../local/processes/process-identity";
import { silentReport, type Report } from "../../../tools/report";

describe("the platform's lock", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lock-"));
    path = join(folder, "deep", "lock");
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("runs work one after another", async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (inside += 1));
      await sleep(20);
      inside -= 1;
    };
    await Promise.all([1, 2, 3, 4].map(() => withLock(path, silentReport, work)));
    assert.equal(most, 1);
  });

  it("is free again after work that failed", async () => {
    await assert.rejects(
      withLock(path, silentReport, () => Promise.reject(new Error("no"))),
      /no/,
    );
    assert.equal(await withLock(path, silentReport, () => Promise.resolve(1)), 1);
  });

  for (const [title, content] of [
    ["of a pid that no process has", JSON.stringify({ pid: 2 ** 22 + 1, started: "1" })],
    ["of a pid that another process has now", JSON.stringify({ ...identify(process.pid), started: "another time" })],
    ["that no run can have written", "{"],
  ] as const) {
    it(`clears a lock ${title}`, async () => {
      await withLock(path, silentReport, () => Promise.resolve());
      writeFileSync(path, content);
      const notes: string[] = [];
      const report: Report = { ...silentReport, note: (line) => void notes.push(line) };
      assert.equal(await withLock(path, report, () => Promise.resolve("done")), "done");
      assert.match(notes.join("\n"), /Cleared the lock of a run that was killed/);
    });
  }
});
