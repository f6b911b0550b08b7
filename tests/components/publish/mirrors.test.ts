import assert from "node:assert/strict";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { CommitInputs } from "../../../components/publish/inputs";
import { ProviderCalls } from "./provider-calls";

const web = "apps/base/web/deployment.yaml";

describe("mirrors of the commit's provider", function () {
  this.timeout(30_000);
  let calls: ProviderCalls;
  beforeEach(() => {
    calls = new ProviderCalls();
  });
  afterEach(() => {
    calls.end();
  });
  const mirrorOf = ({ scratch }: ProviderCalls): string => join(scratch.root, "mirror.git");
  const inputs = (text: string): Promise<CommitInputs> =>
    calls.inputs({ [web]: text }, { mirrors: [{ url: mirrorOf(calls), credentials: { kind: "none" as const } }] });

  it("are told with the exact state where one is down, while the commit is made, and heal with the next update", async () => {
    const { scratch } = calls;
    const mirror = mirrorOf(calls);
    const state = await calls.create(await inputs("1\n"));
    assert.equal(state.revision, scratch.revision());
    const why = state.mirrorsBehind[mirror] ?? "";
    assert.match(why, /^The next update tries again\. [^]*there is no such repository/);
    const position = `main is not known there; in the repository it stands at ${state.revision.slice(0, 12)}`;
    assert.ok(why.includes(position), why);
    assert.equal(await calls.changes(state, await inputs("1\n")), true);
    scratch.git(scratch.root, "init", "--quiet", "--bare", mirror);
    const healed = await calls.update(state, await inputs("1\n"));
    assert.deepEqual([healed.mirrorsBehind, scratch.commits()], [{}, 1]);
    assert.equal(scratch.git(mirror, "rev-parse", "main"), state.revision);
    assert.equal(await calls.changes(healed, await inputs("1\n")), false);
  });

  it("are told apart where their history is another one: both commits, and what a person can do", async () => {
    const { scratch } = calls;
    const mirror = mirrorOf(calls);
    scratch.git(scratch.root, "init", "--quiet", "--bare", mirror);
    const first = await calls.create(await inputs("1\n"));
    const alien = scratch.git(mirror, "commit-tree", "-p", "main", "-m", "Elsewhere", "main^{tree}");
    scratch.git(mirror, "update-ref", "refs/heads/main", alien);
    const state = await calls.update(first, await inputs("2\n"));
    assert.equal(state.revision, scratch.revision());
    const why = state.mirrorsBehind[mirror] ?? "";
    assert.ok(
      why.includes(`main stands at ${alien} there`) && why.includes(`at ${state.revision}, does not hold`),
      why,
    );
    assert.doesNotMatch(why, /tries again|declined/);
    const [, remedy = ""] = /`git (push [^`]+)`/.exec(why) ?? [];
    scratch.git(scratch.url, ...remedy.split(" "));
    const healed = await calls.update(state, await inputs("2\n"));
    assert.deepEqual(healed.mirrorsBehind, {});
    assert.equal(scratch.git(mirror, "rev-parse", "main"), state.revision);
  });

  it("that were only left behind are brought forward", async () => {
    const { scratch } = calls;
    const mirror = mirrorOf(calls);
    scratch.git(scratch.root, "init", "--quiet", "--bare", mirror);
    const first = await calls.create(await inputs("1\n"));
    scratch.person({ "README.md": "By hand\n" });
    const state = await calls.update(first, await inputs("2\n"));
    assert.deepEqual([state.mirrorsBehind, scratch.git(mirror, "rev-parse", "main")], [{}, scratch.revision()]);
  });
});
