import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { defaultIdentity } from "../../../components/git/access";
import { provider } from "../../../components/publish/commit-provider";
import type { CommitInputs, CommitState } from "../../../components/publish/inputs";
import { Scratch } from "../git/scratch";

const path = "apps/base/web/deployment.yaml";

describe("modes of the commit's provider", function () {
  this.timeout(60_000);
  let scratch: Scratch;
  const before = process.env["FLUX_MONOREPO_STATE"];
  beforeEach(() => {
    scratch = new Scratch();
    process.env["FLUX_MONOREPO_STATE"] = scratch.stateDir;
  });
  afterEach(() => {
    if (before === undefined) delete process.env["FLUX_MONOREPO_STATE"];
    else process.env["FLUX_MONOREPO_STATE"] = before;
    scratch.remove();
  });

  const inputs = (text: string, changes: Partial<CommitInputs> = {}): CommitInputs => ({
    environment: "staging",
    environments: ["staging"],
    repository: { url: scratch.url, branch: "main", followedRef: "main", author: defaultIdentity },
    credentials: { kind: "none" },
    files: { [path]: text },
    large: {},
    sealed: {},
    pending: {},
    secrets: {},
    source: { revision: "a".repeat(40), clean: true },
    ...changes,
  });
  const create = async (news: CommitInputs): Promise<CommitState> => (await provider.create(news)).outs as CommitState;
  const update = async (olds: CommitState, news: CommitInputs): Promise<CommitState> =>
    (await provider.update("staging", olds, news)).outs as CommitState;
  const changes = async (olds: CommitState, news: CommitInputs): Promise<boolean | undefined> =>
    (await provider.diff("staging", olds, news)).changes;

  it("proposes and stops, leaves the branch alone, and passes once the proposal is merged", async () => {
    const state = await create(inputs("1\n"));
    const news = inputs("2\n", { mode: "pull-request" });
    assert.equal(await changes(state, news), true);
    await assert.rejects(update(state, news), { name: "ReviewPending", message: /branch flux-monorepo\/staging\// });
    assert.equal(scratch.revision(), state.revision);
    const branches = scratch.git(scratch.url, "for-each-ref", "--format=%(refname:short)", "refs/heads/flux-monorepo");
    scratch.git(scratch.url, "update-ref", "refs/heads/main", `refs/heads/${branches}`);
    const merged = await update(state, news);
    assert.deepEqual([merged.revision, await changes(merged, news)], [scratch.revision(), false]);
  });

  it("leaves files to people, shows a change until they are pushed, and then none", async () => {
    const worktree = join(scratch.root, "clone");
    const news = inputs("1\n", { mode: "files", worktree });
    const state = await create(news);
    assert.deepEqual([scratch.commits(), readFileSync(join(worktree, path), "utf8")], [0, "1\n"]);
    assert.equal(await changes(state, news), true);
    scratch.person({ [path]: "1\n" });
    const known = await update(state, news);
    assert.deepEqual(
      [known.revision, known.handed, await changes(known, news)],
      [scratch.revision(), undefined, false],
    );
  });
});
