import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "mocha";
import { renderedTree } from "../../../../cli/render/rendered-tree";
import { materialize } from "../../../../components/kustomize/materialize";
import { checkWorkflow } from "../../../../components/manifests/root/check-workflow";
import { render } from "../../../../components/manifests/render";
import { treeTexts } from "../../../../components/manifests/sealed-placeholder";
import { parseYaml } from "../../../../components/manifests/yaml";
import { defineMonorepo } from "../../../../components/model/authoring";
import { environmentNames } from "../../../../stacks";
import { silentReport } from "../../../../tools/report";
import { fixtureModel } from "../fixture";
import { textOf } from "../rendered";

const project = resolve(__dirname, "../../../..");
const program = { repository: "example/flux-monorepo", ref: "v1.2.0" } as const;
const path = ".github/workflows/check.yaml";

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly "working-directory"?: string;
}

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly jobs: { readonly check: { readonly steps: readonly Step[] } };
}

function workflow(source: Parameters<typeof checkWorkflow>[0]): Workflow {
  return parseYaml(checkWorkflow(source)) as Workflow;
}

describe("the monorepo's workflow", function () {
  this.timeout(120_000);
  let workspace: string;

  before(async () => {
    workspace = mkdtempSync(join(tmpdir(), "workflow-"));
    const tree = treeTexts(await renderedTree(project, environmentNames, silentReport));
    mkdirSync(join(workspace, "monorepo"));
    materialize(new Map([...tree, [path, checkWorkflow(program)]]), join(workspace, "monorepo"));
  });
  after(() => {
    rmSync(workspace, { recursive: true, force: true });
  });

  it("is there once the program's source is known", () => {
    const { environments } = fixtureModel();
    const tree = render({ model: defineMonorepo({ environments, program }), clusters: {} });
    assert.equal(textOf(tree, path), checkWorkflow(program));
    assert.equal(render({ model: defineMonorepo({ environments }), clusters: {} }).has(path), false);
  });

  it("refuses a source that is none", () => {
    const { environments } = fixtureModel();
    const wrong = { repository: "a/b/c", ref: "main\n", tokenSecret: "A-B" } as const;
    assert.throws(() => defineMonorepo({ environments, program: wrong }), /no ref[^]*no repository[^]*no tokenSecret/);
  });

  it("reads and nothing else, by actions pinned by commit", () => {
    const { on, permissions, jobs } = workflow(program);
    assert.deepEqual([Object.keys(on), permissions], [["push", "pull_request"], { contents: "read" }]);
    const uses = jobs.check.steps.flatMap((step) => step.uses ?? []);
    assert.equal(uses.length, 3);
    for (const action of uses) assert.match(action, /^actions\/[a-z-]+@[0-9a-f]{40}$/);
  });

  it("checks out the configured revision, with a token where one is needed", () => {
    const checkout = (source: Parameters<typeof checkWorkflow>[0]): object | undefined =>
      workflow(source).jobs.check.steps[1]?.with;
    assert.deepEqual(checkout(program), { ...program, path: "program", "persist-credentials": false });
    assert.deepEqual(checkout({ ...program, ref: "0123456", tokenSecret: "PROGRAM_TOKEN" }), {
      repository: program.repository,
      ref: "0123456",
      path: "program",
      token: "${{ secrets.PROGRAM_TOKEN }}",
      "persist-credentials": false,
    });
  });

  it("passes the monorepo as it is generated, and names what a hand edit breaks", () => {
    const clean = runLast();
    assert.equal(clean.status, 0, clean.output);
    assert.match(clean.output, /no problem/);
    const patch = join(workspace, "monorepo/apps/staging/web/kustomization.yaml");
    appendFileSync(patch, "configMapGenerator: yes please\n");
    const broken = runLast();
    assert.equal(broken.status, 1);
    assert.match(broken.output, /::error file=apps\/staging\/web/);
  });

  /** Runs the workflow's last step as a runner would, with this checkout in the place of the one that it makes. */
  function runLast(): { readonly status: number | null; readonly output: string } {
    const step = workflow(program).jobs.check.steps.at(-1);
    assert.equal(step?.["working-directory"], "program");
    const command = (step.run ?? "").replace("../monorepo", join(workspace, "monorepo"));
    const { status, stdout, stderr } = spawnSync("sh", ["-c", command], {
      cwd: project,
      env: { ...process.env, FLUX_MONOREPO_STATE: join(workspace, "state"), INIT_CWD: "" },
      encoding: "utf8",
    });
    return { status, output: `${stdout}${stderr}` };
  }
});
