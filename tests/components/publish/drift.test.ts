import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { defaultIdentity } from "../../../components/git/access";
import type { CommitInputs } from "../../../components/publish/inputs";
import { ProviderCalls } from "./provider-calls";

const web = "apps/base/web/deployment.yaml";
const files = { [web]: "replicas: 1\n", "clusters/staging/apps.yaml": "kind: Kustomization\n" };
const unclean = { allowUnclean: true, source: { revision: "unknown", clean: false } };

describe("a refresh of the commit", function () {
  this.timeout(30_000);
  let calls: ProviderCalls;
  beforeEach(() => (calls = new ProviderCalls()));
  afterEach(() => {
    calls.end();
  });
  const production = (replicas: number): Promise<CommitInputs> =>
    calls.inputs(
      { [web]: `replicas: ${replicas}\n`, "clusters/production/apps.yaml": "kind: Kustomization\n" },
      {
        ...unclean,
        environment: "production",
        repository: { url: calls.scratch.url, branch: "main", followedRef: "env/production", author: defaultIdentity },
      },
    );

  it("shows what others changed, and does not make it ours", async () => {
    const state = await calls.create(await calls.inputs(files));
    assert.equal((await calls.read(state)).inputs, undefined);
    calls.scratch.person({ [web]: "replicas: 7\n", "clusters/staging/apps.yaml": null });
    const refreshed = await calls.read(state);
    assert.deepEqual(refreshed.inputs?.files, { [web]: "replicas: 7\n" });
    assert.equal(await calls.changes(refreshed.props, await calls.inputs(files)), true);
    await assert.rejects(calls.changes(state, await calls.inputs(files)), /foreign-edit[^]*foreign-removal/);
  });

  it("shows nothing where another environment's run went on, on the branch or from it", async () => {
    const released = await calls.create(await production(1));
    const staging = await calls.create(await calls.inputs({ ...files, [web]: "replicas: 2\n" }, unclean));
    assert.equal(calls.scratch.content(web), "replicas: 2");
    for (const state of [released, staging]) assert.equal((await calls.read(state)).inputs, undefined);
    const again = await calls.update(released, await production(3));
    assert.equal(calls.scratch.content(web), "replicas: 3");
    for (const state of [again, staging]) assert.equal((await calls.read(state)).inputs, undefined);
  });

  it("shows a release that somebody changed or took back", async () => {
    const first = await calls.create(await production(1));
    const second = await calls.update(first, await production(2));
    const move = (to: string): string =>
      calls.scratch.git(calls.scratch.url, "update-ref", "refs/heads/env/production", to);
    move(first.revision);
    assert.equal((await calls.read(second)).inputs?.files[web], "replicas: 1\n");
    move(second.revision);
    assert.equal((await calls.read(second)).inputs, undefined);
    calls.scratch.person({ [web]: "replicas: 9\n" }, { branch: "env/production" });
    assert.equal((await calls.read(second)).inputs?.files[web], "replicas: 9\n");
  });
});
