import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import { publish } from "../../../components/publish/publish";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "./wanted";

const base = { "apps/base/web/deployment.yaml": "replicas: 1\n" };

describe("a push that the repository does not take", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });
  const run = (...args: Parameters<typeof wantedFiles> extends [Scratch, ...infer Rest] ? Rest : never) =>
    publish(wantedFiles(scratch, ...args), scratch.stateDir, noSealer);

  it("keeps trying when others push in between, and keeps their commits", async () => {
    await run(base);
    const other = scratch.person({ "theirs.txt": "0\n" });
    raceWith(scratch, 2);
    await run({ ...base, "apps/base/web/deployment.yaml": "replicas: 2\n" });
    assert.equal(
      scratch.git(scratch.url, "log", "--format=%an", "main"),
      "flux-monorepo\nBob\nBob\nAda\nflux-monorepo",
    );
    assert.equal(scratch.git(scratch.url, "merge-base", "main", other), other);
  });

  it("gives up in the end, and says after how many attempts", async () => {
    await run(base);
    raceWith(scratch, 1000);
    const two = { ...base, "apps/base/web/deployment.yaml": "replicas: 2\n" };
    const few = run(two, { patience: { attempts: 3, milliseconds: 60_000 } });
    await assert.rejects(few, { code: "moved", message: /kept pushing[^]*3 attempts in \d+ s/ });
    const short = run(two, { patience: { attempts: 1000, milliseconds: 1 } });
    await assert.rejects(short, { code: "moved", message: /1 attempt in/ });
    assert.equal(scratch.content("apps/base/web/deployment.yaml"), "replicas: 1");
  });

  const refusals = [
    "only by pull request",
    "GH006: Protected branch update failed for refs/heads/main.",
    "GH013: Repository rule violations found for refs/heads/main.",
  ];
  for (const words of refusals)
    it(`reports a refusal with its words as declined, and names the remedy: ${words.slice(0, 20)}`, async () => {
      await run(base);
      hook(scratch, `echo '${words}' >&2\nexit 1`);
      await assert.rejects(run({ ...base, "apps/base/web/deployment.yaml": "replicas: 2\n" }), (error: Error) => {
        assert.ok("code" in error && error.code === "declined" && error.message.includes(words), error.message);
        return error.message.includes("takes changes by pull request only, set `mode: pull-request`");
      });
      assert.equal(scratch.commits(), 1);
    });
});

/** Has the repository run a script on every push that arrives. */
function hook(scratch: Scratch, script: string): void {
  mkdirSync(join(scratch.url, "hooks"), { recursive: true });
  writeFileSync(join(scratch.url, "hooks", "pre-receive"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(scratch.url, "hooks", "pre-receive"), 0o755);
}

/** A person's push that lands after ours was decided and before it arrives, so many times. */
function raceWith(scratch: Scratch, times: number): void {
  const identity = "GIT_AUTHOR_NAME=Bob GIT_AUTHOR_EMAIL=b GIT_COMMITTER_NAME=Bob GIT_COMMITTER_EMAIL=b";
  hook(
    scratch,
    `n=$(cat "${scratch.root}/n" 2>/dev/null || echo 0)\n[ $n -ge ${times} ] && exit 0\necho $((n+1)) > "${scratch.root}/n"\n` +
      `unset GIT_QUARANTINE_PATH\nid=$(${identity} git commit-tree -p main -m race$n main^{tree})\ngit update-ref refs/heads/main $id\nexit 0`,
  );
}
