import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import { isDescendant } from "../../../../components/cluster/reconcile/ancestry";
import type { GitAccess } from "../../../../components/git/access";

describe("descent of commits", () => {
  const scratch = mkdtempSync(join(tmpdir(), "flux-monorepo-ancestry-"));
  const author = ["-c", "user.name=Test", "-c", "user.email=test@localhost"];
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", join(scratch, "remote"), ...author, ...args], { encoding: "utf8" }).trim();
  const commit = (message: string): string => (
    git("commit", "-q", "--allow-empty", "-m", message),
    git("rev-parse", "HEAD")
  );
  const access: GitAccess = {
    url: join(scratch, "remote"),
    branch: "main",
    followedRef: "env/production",
    credentials: { kind: "none" },
    author: { name: "Test", email: "test@localhost" },
  };
  const ids = { first: "", second: "", side: "" };
  const previous = process.env["FLUX_MONOREPO_STATE"];

  before(() => {
    process.env["FLUX_MONOREPO_STATE"] = join(scratch, "state");
    execFileSync("git", ["init", "-q", "-b", "main", join(scratch, "remote")]);
    ids.first = commit("first");
    git("branch", "env/production");
    ids.second = commit("second");
    git("checkout", "-q", "env/production");
    ids.side = commit("side");
    git("checkout", "-q", "main");
  });
  after(() => {
    if (previous === undefined) delete process.env["FLUX_MONOREPO_STATE"];
    else process.env["FLUX_MONOREPO_STATE"] = previous;
    rmSync(scratch, { recursive: true });
  });

  it("follows the history of both branches", async () => {
    const { first, second, side } = ids;
    assert.equal(await isDescendant(access, { ancestor: first, descendant: second }), true);
    assert.equal(await isDescendant(access, { ancestor: first, descendant: side }), true);
    assert.equal(await isDescendant(access, { ancestor: second, descendant: first }), false);
    assert.equal(await isDescendant(access, { ancestor: second, descendant: side }), false);
  }).timeout(20_000);

  it("knows nothing of a commit that no branch holds", async () => {
    assert.equal(await isDescendant(access, { ancestor: ids.first, descendant: "f".repeat(40) }), false);
  }).timeout(20_000);
});
