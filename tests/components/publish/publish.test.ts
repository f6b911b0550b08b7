import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { publish } from "../../../components/publish/publish";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "./wanted";

const base = {
  "apps/base/web/deployment.yaml": "replicas: 1\n",
  "apps/staging/web/kustomization.yaml": "resources: [../../base/web]\n",
  "clusters/staging/apps.yaml": "kind: Kustomization\n",
};

describe("publish", function () {
  this.timeout(20_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });
  const run = (...args: Parameters<typeof wantedFiles> extends [Scratch, ...infer Rest] ? Rest : never) =>
    publish(wantedFiles(scratch, ...args), scratch.stateDir, noSealer);

  it("creates the branch in an empty repository whose HEAD points elsewhere", async () => {
    const { revision, commit } = await run(base);
    assert.equal(scratch.revision(), revision);
    assert.equal(commit, revision);
    assert.deepEqual(scratch.files(), Object.keys(base));
    assert.match(scratch.message(), /^staging: add web, cluster staging\n/);
    assert.match(
      scratch.message(),
      /^Flux-Monorepo-Environment: staging\nFlux-Monorepo-Source: a{40}\nFlux-Monorepo-Source-Clean: true$/m,
    );
  });

  it("makes no commit when nothing changed", async () => {
    const first = await run(base);
    const second = await run(base);
    assert.deepEqual([second.revision, second.commit, second.plan.changed], [first.revision, undefined, false]);
    assert.equal(scratch.commits(), 1);
  });

  it("makes one commit for any number of changes and says what they are", async () => {
    await run({ ...base, "apps/base/notes/service.yaml": "a\n", "apps/base/old/service.yaml": "a\n" });
    const changed = {
      ...base,
      "apps/base/web/deployment.yaml": "replicas: 3\n",
      "apps/base/notes/service.yaml": "a\n",
      "apps/base/notes/tunnel.yaml": "b\n",
    };
    await run(changed);
    assert.equal(scratch.commits(), 2);
    assert.deepEqual(scratch.files(), Object.keys(changed).sort());
    assert.match(scratch.message(), /^staging: add tunnel to notes, update web, remove old\n/);
  });

  it("leaves files of others alone, and deletes only what it wrote", async () => {
    scratch.person({ "README.md": "ours\n", "apps/base/web/notes.txt": "by hand\n" });
    await run(base);
    await run({ "clusters/staging/apps.yaml": "kind: Kustomization\n" });
    assert.deepEqual(scratch.files(), ["README.md", "apps/base/web/notes.txt", "clusters/staging/apps.yaml"]);
  });

  it("refuses to revert somebody's edit, and names who and which commit", async () => {
    await run(base);
    const edit = scratch.person({ "apps/base/web/deployment.yaml": "replicas: 9\n" });
    await assert.rejects(run({ ...base, "apps/base/web/deployment.yaml": "replicas: 2\n" }), (error: Error) => {
      assert.match(
        error.message,
        new RegExp(
          `apps/base/web/deployment.yaml: was changed by Ada <ada@example.org> in commit ${edit.slice(0, 12)}`,
        ),
      );
      return true;
    });
    await assert.rejects(run(base), /foreign-edit/);
    assert.equal(scratch.revision(), edit);
    await run(base, { resolutions: { "apps/base/web/deployment.yaml": "theirs" } });
    assert.equal(scratch.revision(), edit);
    await run(base, { resolutions: { "apps/base/web/deployment.yaml": "ours" } });
    assert.equal(scratch.content("apps/base/web/deployment.yaml"), "replicas: 1");
  });

  it("counts an edit as ours once a later commit found it to be what the source wants", async () => {
    await run(base);
    scratch.person({ "apps/base/web/deployment.yaml": "replicas: 2\n", "clusters/staging/apps.yaml": "edited\n" });
    const followed = {
      ...base,
      "apps/base/web/deployment.yaml": "replicas: 2\n",
      "apps/base/notes/service.yaml": "a\n",
    };
    const left = { resolutions: { "clusters/staging/apps.yaml": "theirs" } } as const;
    await run(followed, left);
    await run({ ...followed, "apps/base/web/deployment.yaml": "replicas: 3\n" }, left);
    assert.equal(scratch.content("apps/base/web/deployment.yaml"), "replicas: 3");
    assert.equal(scratch.content("clusters/staging/apps.yaml"), "edited");
    await assert.rejects(run(followed), /clusters\/staging\/apps.yaml: was changed by Ada/);
  });

  it("knows its own commit when it was squashed under another message", async () => {
    await run(base);
    await run({ ...base, "apps/base/web/deployment.yaml": "replicas: 2\n" });
    const message = `Update web (#7)\n\n* ${scratch.message().replaceAll("\n", "\n  ")}\n\nCo-authored-by: Bob <b@example.org>`;
    const squashed = scratch.git(scratch.url, "commit-tree", "-p", "main~1", "-m", message, "main^{tree}");
    scratch.git(scratch.url, "update-ref", "refs/heads/main", squashed);
    await run({ ...base, "apps/base/web/deployment.yaml": "replicas: 3\n" });
    assert.equal(scratch.commits(), 3);
  });

  it("knows its own changes when they were squashed or rebased onto other work, and nothing more than those", async () => {
    await run({ ...base, "apps/base/old/service.yaml": "a\n" });
    await run({ ...base, "apps/base/web/deployment.yaml": "replicas: 2\n" });
    const message = scratch.message();
    scratch.git(scratch.url, "update-ref", "refs/heads/main", "main~1");
    const changes = { "apps/base/web/deployment.yaml": "replicas: 2\n", "apps/base/old/service.yaml": null };
    scratch.person({ "theirs.txt": "1\n" });
    scratch.person(changes, { message });
    await run({ ...base, "apps/base/web/deployment.yaml": "replicas: 3\n" });
    assert.equal(scratch.content("apps/base/web/deployment.yaml"), "replicas: 3");
    scratch.git(scratch.url, "update-ref", "refs/heads/main", "main~2");
    scratch.person({ ...changes, "clusters/staging/apps.yaml": "edited\n" }, { message });
    await assert.rejects(run({ ...base, "apps/base/web/deployment.yaml": "replicas: 3\n" }), /was changed by Ada/);
  });

  it("takes an amended commit for the edit that it is", async () => {
    await run(base);
    scratch.person({ "apps/base/web/deployment.yaml": "replicas: 9\n" }, { amend: true });
    assert.match(scratch.message(), /Flux-Monorepo-Environment: staging/);
    await assert.rejects(
      run({ ...base, "apps/base/web/deployment.yaml": "replicas: 2\n" }),
      /foreign-file|foreign-edit/,
    );
  });

  it("adopts what it finds equal, and refuses what stands in its way", async () => {
    scratch.person({ "apps/base/web/deployment.yaml": "replicas: 1\n" });
    await run(base);
    assert.equal(scratch.commits(), 2);
    scratch.person({ "apps/base/notes/service.yaml": "theirs\n" });
    await assert.rejects(
      run({ ...base, "apps/base/notes/service.yaml": "ours\n" }),
      /apps\/base\/notes\/service.yaml: belongs to Ada/,
    );
  });

  it("never empties the repository", async () => {
    await run(base);
    await assert.rejects(run({}), /empty-tree/);
    assert.deepEqual(scratch.files(), Object.keys(base));
  });
});
