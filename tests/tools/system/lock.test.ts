import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withLock } from "../../../tools/system/lock";

describe("withLock", () => {
  const times = { poll: 10, stale: 1000 };
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "flux-monorepo-lock-"));
    file = join(folder, "deep", "tool.lock");
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it("lets one piece of work run at a time, and takes the lock away after it", async () => {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await sleep(15);
      running -= 1;
    };
    await Promise.all([1, 2, 3, 4, 5].map(() => withLock(file, work, times)));
    assert.equal(most, 1);
    assert.ok(!existsSync(file));
  });

  it("takes the lock away when the work fails", async () => {
    await assert.rejects(
      withLock(file, () => Promise.reject(new Error("boom")), times),
      /boom/,
    );
    assert.ok(!existsSync(file));
  });

  it("clears a lock whose process is gone", async () => {
    await withLock(file, () => Promise.resolve(), times);
    writeFileSync(file, "999999999 gone\n");
    assert.equal(await withLock(file, () => Promise.resolve("done"), times), "done");
  });

  it("clears a lock that nobody renews, though its process id is in use again", async () => {
    await withLock(file, () => Promise.resolve(), times);
    writeFileSync(file, `${process.pid} someone else\n`);
    utimesSync(file, new Date(0), new Date(Date.now() - 5000));
    assert.equal(await withLock(file, () => Promise.resolve("done"), times), "done");
  });

  it("waits for a living process, even longer than a lock stays fresh", async () => {
    const order: string[] = [];
    const short = { poll: 10, stale: 200 };
    const first = withLock(file, async () => void (await sleep(500), order.push("first")), short);
    await sleep(20);
    await withLock(file, () => Promise.resolve(void order.push("second")), short);
    await first;
    assert.deepEqual(order, ["first", "second"]);
  });
});
