import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Wanted } from "../../../components/publish/wanted";
import { publish } from "../../../components/publish/publish";
import { Scratch } from "../git/scratch";
import { noSealer, wantedFiles } from "./wanted";

const shared = {
  "apps/base/web/deployment.yaml": "image: one\n",
  "apps/production/web/kustomization.yaml": "resources: [../../base/web]\n",
};
const staging = { ...shared, "clusters/staging/apps.yaml": "kind: Kustomization\n" };
const production = { ...shared, "clusters/production/apps.yaml": fluxKustomization("./apps/production/web") };
const changed = { "apps/base/web/deployment.yaml": "image: two\n" };

describe("publish for several environments", function () {
  this.timeout(30_000);
  let scratch: Scratch;
  beforeEach(() => (scratch = new Scratch()));
  afterEach(() => {
    scratch.remove();
  });
  const run = (environment: string, files: Parameters<typeof wantedFiles>[1], changes: Partial<Wanted> = {}) =>
    publish(wantedFiles(scratch, files, { environment, ...changes }), scratch.stateDir, noSealer);

  it("moves production's ref by production's run alone, together with its commit", async () => {
    await run("staging", staging);
    const first = await run("production", production);
    assert.deepEqual([scratch.revision(), scratch.revision("env/production")], [first.revision, first.revision]);
    await run("staging", { ...staging, ...changed });
    assert.equal(scratch.revision("env/production"), first.revision);
    assert.equal(scratch.content("clusters/production/apps.yaml").includes("./apps/production/web"), true);
    const released = await run("production", { ...production, ...changed });
    assert.deepEqual([released.commit, released.plan.release?.behind], [undefined, ["apps/base/web/deployment.yaml"]]);
    assert.equal(scratch.revision("env/production"), scratch.revision());
    assert.equal((await run("production", { ...production, ...changed })).plan.changed, false);
  });

  it("moves a rolled back ref forward again, but never drops commits that somebody pushed to it", async () => {
    const first = await run("production", production);
    await run("production", { ...production, ...changed });
    scratch.git(scratch.url, "update-ref", "refs/heads/env/production", first.revision);
    await run("production", { ...production, ...changed });
    assert.equal(scratch.revision("env/production"), scratch.revision());
    const hotfix = scratch.person({ "hotfix.txt": "1\n" }, { branch: "env/production" });
    await assert.rejects(run("production", production), /unreleased-commits/);
    assert.equal(scratch.revision("env/production"), hotfix);
  });

  it("keeps what another environment's cluster still reads, until that environment's own run", async () => {
    const kustomization = "resources: [service.yaml, ../../base/old]\n";
    const old = {
      "apps/production/old/kustomization.yaml": kustomization,
      "apps/production/old/service.yaml": "a\n",
      "apps/base/old/kustomization.yaml": "resources: [x.yaml]\n",
      "apps/base/old/x.yaml": "x\n",
      "apps/base/old/unused.yaml": "x\n",
    };
    await run("production", {
      ...shared,
      ...old,
      "clusters/production/apps.yaml": fluxKustomization("./apps/production/old"),
    });
    const { plan } = await run("staging", staging);
    assert.deepEqual([...plan.held.keys()].sort(), [
      "apps/base/old/kustomization.yaml",
      "apps/base/old/x.yaml",
      "apps/production/old/kustomization.yaml",
      "apps/production/old/service.yaml",
    ]);
    assert.equal(scratch.files().includes("apps/base/old/unused.yaml"), false);
    await run("production", production);
    assert.equal(
      scratch.files().some((path) => path.includes("/old/")),
      false,
    );
  });

  it("lets a newer source replace a shared file, and never an older, an unrelated or an unclean one", async () => {
    const project = program(scratch);
    const [one, two] = [project.commit(), project.commit()];
    const from = (revision: string, clean = true): Partial<Wanted> => ({
      projectDir: project.folder,
      source: { revision, clean },
    });
    await run("staging", { ...staging, ...changed }, from(two));
    await assert.rejects(run("production", production, from(one)), /older-source/);
    await assert.rejects(run("production", production, from("b".repeat(40))), /unrelated-source/);
    await assert.rejects(run("production", production, from(two, false)), /unclean-source/);
    await assert.rejects(
      run("production", { "clusters/production/apps.yaml": "" }, from(one)),
      /apps\/base\/web\/deployment.yaml.*older-source/,
    );
    const { plan } = await run("staging", staging, from(one));
    assert.equal(plan.warnings.length, 1);
    const older = `takes back what staging's run wrote from the newer source ${two.slice(0, 12)}`;
    assert.ok(
      plan.warnings[0]?.includes(older) && plan.warnings[0].includes(`at ${one.slice(0, 12)}`),
      plan.warnings[0],
    );
    assert.deepEqual((await run("production", { ...production, ...changed }, from(two))).plan.warnings, []);
    assert.equal(scratch.content("apps/base/web/deployment.yaml"), "image: two");
    await run("staging", staging, { ...from(two, false), allowUnclean: true });
    assert.equal(scratch.content("apps/base/web/deployment.yaml"), "image: one");
  });
});

function fluxKustomization(path: string): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps, namespace: flux-system}\nspec: {path: ${path}}\n`;
}

/** A checkout of a program, whose commits are source revisions. */
function program(scratch: Scratch): { readonly folder: string; commit(): string } {
  const folder = join(scratch.root, "program");
  execFileSync("git", ["init", "--quiet", folder]);
  let count = 0;
  return {
    folder,
    commit: () => {
      writeFileSync(join(folder, "index.ts"), String(count++));
      scratch.git(folder, "add", ".");
      scratch.git(folder, "commit", "--quiet", "-m", "Change");
      return scratch.git(folder, "rev-parse", "HEAD");
    },
  };
}
