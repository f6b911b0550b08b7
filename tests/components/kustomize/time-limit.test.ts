import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildFolders } from "../../../components/kustomize/build-folders";
import { kustomizeForTests } from "./tool";
import { overlayTree } from "./trees";

describe("a kustomize that does not end", function () {
  this.timeout(60_000);
  const apps = ["app0", "slow", "app2", "app3", "app4"];
  const tree = overlayTree(apps, ["staging"]);
  let dir = "";
  /** A program in the place of kustomize. */
  const tool = (script: string): string => {
    const path = join(dir, "kustomize");
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  before(() => {
    dir = mkdtempSync(join(tmpdir(), "flux-monorepo-slow-"));
  });
  after(() => {
    rmSync(dir, { recursive: true, force: true });
  });

  it("is ended, and the folder at fault named; the others are built", async () => {
    const real = await kustomizeForTests();
    const slow = tool(
      `if grep -q slow "$3/kustomization.yaml"; then echo wait >&2; exec sleep 60; fi\nexec ${real} "$@"`,
    );
    const [build] = await buildFolders(tree, [{ folder: "apps/staging" }], { tool: slow, limit: 3_000 });
    assert.deepEqual(build?.failures, [
      {
        folder: "apps/staging/slow",
        reason: "takes longer than 2 s to build; does it read a repository that does not answer?",
      },
    ]);
    const names = new Set(build.objects.map(({ object }) => object.metadata.namespace ?? object.metadata.name));
    assert.deepEqual([...names].sort(), ["app0", "app2", "app3", "app4"]);
  });

  it("is given up when nothing ends, whatever it makes of signals", async () => {
    const stuck = tool("trap '' TERM\nwhile true; do sleep 1; done");
    const started = performance.now();
    const [build] = await buildFolders(tree, [{ folder: "apps/staging" }], { tool: stuck, limit: 2_000 });
    assert.ok(performance.now() - started < 15_000);
    const late = "takes longer than 2 s to build; does it read a repository that does not answer?";
    const left = "was not built: 3 folders before it took longer than 2 s each";
    assert.deepEqual(
      build?.failures.map(({ reason }) => reason),
      [late, late, late, left, left],
    );
  });
});
