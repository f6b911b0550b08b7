import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "mocha";

const project = resolve(__dirname, "../../..");

describe("npm run render", () => {
  let scratch: string;

  before(() => {
    scratch = mkdtempSync(join(tmpdir(), "render-"));
  });

  after(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  function run(...args: readonly string[]): {
    readonly status: number | null;
    readonly out: string;
    readonly err: string;
  } {
    const env = { ...process.env, INIT_CWD: scratch, FLUX_MONOREPO_STATE: join(scratch, "state") };
    const command = ["--require", "tsx/cjs", join(project, "cli/render.ts"), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: project, env, encoding: "utf8" });
    return { status, out: stdout, err: stderr };
  }

  it("writes one environment's files, then all, then what is left of them", function () {
    this.timeout(60_000);
    assert.match(run("staging", "--out", "tree").out, /tree: \d+ files written, 0 unchanged, 0 deleted/);
    assert.equal(existsSync(join(scratch, "tree/clusters/production")), false);
    assert.equal(existsSync(join(scratch, "tree/apps/production")), false);
    assert.match(run("--out", "tree").out, /, 0 deleted/);
    assert.equal(existsSync(join(scratch, "tree/clusters/production/flux-system/gotk-components.yaml")), true);
    assert.match(run("staging", "--out", "tree").out, /tree: 0 files written, \d+ unchanged, \d+ deleted/);
  });

  it("writes sealed files as Secrets that say they are not sealed yet", function () {
    this.timeout(30_000);
    assert.match(run("production", "--out", "sealed").out, /files are placeholders of secrets/);
    const secret = readFileSync(
      join(scratch, "sealed/monitoring/configs/production/kube-prometheus-stack/credentials.sops.yaml"),
      "utf8",
    );
    assert.match(secret, /Not sealed yet/);
    assert.doesNotMatch(secret, /^(data|stringData):/m);
  });

  const refused: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["an unknown environment", ["stagin", "--out", "x"], /"stagin" is no environment\. Known: staging, production/],
    ["no folder", ["staging"], /^usage: npm run render/],
    ["an unknown option", ["--into", "x"], /Unknown option '--into'/],
    ["the program's own folder", ["--out", project, "--force"], /holds this program/],
  ];
  for (const [what, args, message] of refused) {
    it(`refuses ${what}`, function () {
      this.timeout(30_000);
      const { status, err } = run(...args);
      assert.equal(status, 1);
      assert.match(err, message);
    });
  }
});
