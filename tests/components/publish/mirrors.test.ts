import assert from "node:assert/strict";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { CommitInputs } from "../../../components/publish/inputs";
import { ProviderCalls } from "./provider-calls";

const web = "apps/base/web/deployment.yaml";

describe("mirrors of the commit's provider", function () {
  this.timeout(30_000);
  let calls: ProviderCalls;
  const { warn } = console;
  let warnings: string[];
  beforeEach(() => {
    calls = new ProviderCalls();
    warnings = [];
    console.warn = (text: string): void => void warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
    calls.end();
  });

  it("warn with the exact state where one is down, commit all the same, and heal with the next update", async () => {
    const { scratch } = calls;
    const mirror = join(scratch.root, "mirror.git");
    const mirrors = [{ url: mirror, credentials: { kind: "none" as const } }];
    const inputs = (text: string): Promise<CommitInputs> => calls.inputs({ [web]: text }, { mirrors });
    const state = await calls.create(await inputs("1\n"));
    assert.equal(state.revision, scratch.revision());
    assert.deepEqual(Object.keys(state.mirrorsBehind), [mirror]);
    assert.match(warnings.join(), /mirror\.git is behind; the next update tries again[^]*there is no such repository/);
    const position = `main is not known there; in the repository it stands at ${state.revision.slice(0, 12)}`;
    assert.ok(warnings.join().includes(position), warnings.join());
    assert.equal(await calls.changes(state, await inputs("1\n")), true);
    scratch.git(scratch.root, "init", "--quiet", "--bare", mirror);
    warnings = [];
    const healed = await calls.update(state, await inputs("1\n"));
    assert.deepEqual([healed.mirrorsBehind, warnings, scratch.commits()], [{}, [], 1]);
    assert.equal(scratch.git(mirror, "rev-parse", "main"), state.revision);
    assert.equal(await calls.changes(healed, await inputs("1\n")), false);
  });
});
