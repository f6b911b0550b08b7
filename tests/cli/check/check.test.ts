import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { formatReport } from "../../../cli/check/format-report";
import { materialize } from "../../../components/kustomize/materialize";
import { edited, soundTree } from "../../components/validation/sound-tree";

const project = resolve(__dirname, "../../..");
const judged = {
  issues: [{ code: "stray-file", path: "apps/a,b.yaml", resource: "Secret a/b", message: "50% of it\nis wrong" }],
  objects: 1,
  environments: ["staging", "production"],
  rules: 41,
};

describe("formatReport", () => {
  it("tells people what is wrong, and in one line when nothing is", () => {
    assert.equal(
      formatReport(judged, "text"),
      "apps/a,b.yaml (Secret a/b): 50% of it\nis wrong [stray-file]\n1 problem",
    );
    assert.equal(formatReport({ ...judged, issues: [] }, "text"), "1 object in 2 environments, 41 rules: no problem");
  });
  it("annotates files of a workflow, with what its commands would misread escaped", () => {
    const [line, summary] = formatReport(judged, "github").split("\n");
    assert.equal(line, "::error file=apps/a%2Cb.yaml,title=stray-file::Secret a/b: 50%25 of it%0Ais wrong");
    assert.equal(summary, "1 object in 2 environments, 41 rules: 1 problem");
  });
  it("gives programs the same", () => {
    assert.deepEqual(JSON.parse(formatReport(judged, "json")), judged);
  });
});

describe("npm run check", function () {
  this.timeout(120_000);
  // One for all: the program's own types need checking once.
  let state = "";
  let dir = "";
  before(async () => {
    state = await mkdtemp(join(tmpdir(), "flux-monorepo-check-state-"));
  });
  after(() => rm(state, { recursive: true, force: true }));
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "flux-monorepo-check-"));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it("finds nothing wrong with the shipped example", async () => {
    const { status, output } = await check([], state);
    assert.match(output, /^\d+ objects in 2 environments, \d+ rules: no problem$/m);
    assert.equal(status, 0);
  });

  it("never calls a folder sound that holds no environment, or not the one that was asked for", async () => {
    const empty = await check(["--tree", dir, "--format", "github"], state);
    assert.match(
      empty.output,
      /^::error file=clusters\/,title=missing-environment::the tree has no clusters\/<environment>\//m,
    );
    assert.equal(empty.status, 1);
    const tree = join(dir, "tree");
    materialize(soundTree(), tree);
    const other = await check(["production", "--tree", tree], state);
    assert.match(other.output, /no clusters\/production\/ with manifests/);
    assert.equal(other.status, 1);
  });

  it("follows no link, as Flux does not, and names those that a manifest is meant to stand behind", async () => {
    const tree = join(dir, "tree");
    materialize(soundTree(), tree);
    const secret = join(dir, "elsewhere.yaml");
    await writeFile(secret, "apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { a: canary }\n");
    await symlink(secret, join(tree, "apps/staging/web/more.yaml"));
    await symlink(dir, join(tree, "apps/staging/loop"));
    await symlink("nowhere", join(tree, "apps/staging/web/dangling.yaml"));
    await symlink("README.md", join(tree, "notes.md"));
    const { status, output } = await check(["--tree", tree, "--format", "json"], state);
    const { issues } = JSON.parse(output) as {
      readonly issues: readonly { readonly code: string; readonly path: string }[];
    };
    assert.deepEqual(
      issues.map(({ code, path }) => [code, path]),
      ["apps/staging/loop", "apps/staging/web/dangling.yaml", "apps/staging/web/more.yaml"].map((path) => [
        "symbolic-link",
        path,
      ]),
    );
    assert.equal(output.includes("canary"), false);
    assert.equal(status, 1);
  });

  it("reports in the wanted form what keeps it from judging", async () => {
    const { status, output } = await check(["nowhere", "--format", "json"], state);
    const { issues } = JSON.parse(output) as { readonly issues: readonly { readonly code: string }[] };
    assert.deepEqual(
      issues.map(({ code }) => code),
      ["unknown-environment"],
    );
    assert.equal(status, 1);
  });

  it("judges a folder, and ends with status 1 and every issue", async () => {
    const tree = join(dir, "tree");
    materialize(edited("apps/base/web/deployment.yaml", "claimName: web", "claimName: data"), tree);
    const { status, output } = await check(["--tree", tree, "--format", "json"], state);
    const { issues } = JSON.parse(output) as { readonly issues: readonly { readonly code: string }[] };
    assert.deepEqual(
      issues.map(({ code }) => code),
      ["missing-claim"],
    );
    assert.equal(status, 1);
    materialize(soundTree(), tree);
    assert.equal((await check(["--tree", tree], state)).status, 0);
  });
});

/** Runs the command as npm would, with a state folder of its own. */
async function check(
  args: readonly string[],
  state: string,
): Promise<{ readonly status: number; readonly output: string }> {
  const tsx = join(project, "node_modules/tsx/dist/cli.mjs");
  const env = { ...process.env, FLUX_MONOREPO_STATE: join(state, "state") };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [tsx, join(project, "cli/check.ts"), ...args], {
      cwd: project,
      env,
    });
    return { status: 0, output: stdout };
  } catch (error) {
    if (!(error instanceof Error) || !("stdout" in error) || !("code" in error)) throw error;
    return { status: Number(error.code), output: String(error.stdout) };
  }
}
