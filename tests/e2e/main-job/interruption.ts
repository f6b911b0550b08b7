import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "mocha";
import { applied, footprint, until } from "./cluster";
import { start, type Sides } from "./sides";

/** Pids of the updates that hold the lock of staging's stack. */
function lockHolders({ checkout }: Sides): readonly number[] {
  const folder = join(checkout.root, "pulumi", ".pulumi", "locks", "organization", "flux-monorepo", "staging");
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.map((name) => {
    const lock: unknown = JSON.parse(readFileSync(join(folder, name), "utf8"));
    assert.ok(typeof lock === "object" && lock !== null && "pid" in lock && typeof lock.pid === "number");
    return lock.pid;
  });
}

/** An update that is killed leaves its lock; the next one clears it and goes on. */
export function interruptionTests(the: () => Sides): void {
  it("an update that was killed does not stop the next one", async () => {
    const interrupted = the().checkout.npm("start", "staging");
    await until("the update holds the lock", () => Promise.resolve(lockHolders(the()).length > 0), 120);
    for (const pid of lockHolders(the())) process.kill(pid, "SIGKILL");
    const { status, output } = await interrupted;
    assert.equal(status, 1, output);
    await start(
      the(),
      "staging",
      /Cleared the lock of an update of staging that was killed[^]*staging: nothing changed/,
    );
  });

  it("a stack whose state was lost takes everything over, without a commit, and replaces nothing", async () => {
    const { repository, production, stack } = the();
    const all = async (): Promise<readonly unknown[]> => [
      [repository.head("main"), repository.head("env/production")],
      await footprint(production),
      await applied(production),
    ];
    const before = await all();
    const { status, output } = await stack.production("stack", "rm", "--force", "--yes", "--preserve-config");
    assert.equal(status, 0, output);
    await start(the(), "production", /production: updated without a new commit/);
    assert.deepEqual(await all(), before);
  });
}
