import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { consoleReport } from "../../tools/report";

describe("consoleReport", () => {
  const collect = (
    isTTY: boolean,
  ): { readonly written: string[]; readonly isTTY: boolean; write(text: string): void } => {
    const written: string[] = [];
    return { written, isTTY, write: (text) => void written.push(text) };
  };

  it("says nothing of a step that is over soon", async () => {
    const stream = collect(false);
    assert.equal(await consoleReport(stream).step("quick", () => Promise.resolve(7)), 7);
    assert.deepEqual(stream.written, []);
  });

  it("shows the elapsed time of a longer step, again and again, and its end", async () => {
    const stream = collect(false);
    await consoleReport(stream, 0.5).step("building", () => sleep(2900));
    assert.match(stream.written.join(""), /^(building … \d s\n){2,}building: done in 3 s\n$/);
  });

  it("says that a longer step failed, and passes the failure on", async () => {
    const stream = collect(true);
    const work = sleep(2600).then(() => Promise.reject(new Error("boom")));
    await assert.rejects(
      consoleReport(stream).step("building", () => work),
      /boom/,
    );
    assert.match(stream.written.at(-1) ?? "", /building: failed after 3 s\n$/);
  });
});
