import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, it } from "mocha";
import { formatReport } from "../../../cli/check/format-report";
import type { Judgement } from "../../../components/validation/judge";

const project = resolve(__dirname, "../../..");

/** File → the text that is replaced, and by what. */
const faults: readonly (readonly [string, string | RegExp, string])[] = [
  ["Pulumi.production.yaml", "flux-monorepo:sourceInterval: 1m0s", "flux-monorepo:sourceInterval: 1 minute"],
  ["Pulumi.staging.yaml", "flux-monorepo:syncInterval", "flux-monorepo:syncIntervall"],
  ["stacks/staging.versions.yaml", 'tag: "v1.11.0"', "tag: 1.11"],
  ["stacks/production.versions.yaml", /^flux: .*$/m, 'flux: "v2.9.99"'],
  ["stacks/production.ts", '    namespace: "web",\n', '    namespace: "Web",\n'],
  [
    "stacks/staging.ts",
    "    images: { web: images.web },\n",
    '    images: { web: images.web },\n    jsonPatches: {\n      deployment: [{ op: "remove", path: "/spec/template/spec/hostPID" }],\n      service: [{ op: "replace", path: "/spec/sessions/x", value: 1 }],\n    },\n',
  ],
  [
    "stacks/apps/whoami.ts",
    'livenessProbe: { httpGet: { path: "/health", port: "http" }',
    'livenessProbe: { httpGet: { path: "/health", port: "htp" }',
  ],
];

interface Failure {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function failureOf(error: unknown): Failure {
  return error instanceof Error && "stdout" in error ? (error as Error & Failure) : assert.fail(String(error));
}

describe("npm run check with faults of every stage in two environments", function () {
  this.timeout(180_000);
  let dir = "";
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "flux-monorepo-everything-"));
    const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      cwd: project,
      encoding: "utf8",
    });
    for (const path of files.split("\n").filter((name) => /^(?!tests\/|bench\/)./.test(name))) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      cpSync(join(project, path), join(dir, path));
    }
    symlinkSync(join(project, "node_modules"), join(dir, "node_modules"));
  });
  after(() => rm(dir, { recursive: true, force: true }));

  const edit = (path: string, from: string | RegExp, to: string): void => {
    const text = readFileSync(join(dir, path), "utf8");
    assert.notEqual(text.replace(from, to), text, path);
    writeFileSync(join(dir, path), text.replace(from, to));
  };
  const run = (program: string, ...args: readonly string[]): Promise<unknown> => {
    const tsx = join(project, "node_modules/tsx/dist/cli.mjs");
    const env = { ...process.env, FLUX_MONOREPO_STATE: join(dir, "state") };
    return promisify(execFile)(process.execPath, [tsx, join(dir, program), ...args], { cwd: dir, env });
  };
  const check = async (): Promise<Judgement> => {
    const failed = run("cli/check.ts", "--format", "json");
    const { stdout } = await failed.then(() => assert.fail("nothing was found"), failureOf);
    return JSON.parse(stdout) as Judgement;
  };

  it("tells all of them in one report, and nothing that only follows from them", async () => {
    for (const [path, from, to] of faults) edit(path, from, to);
    const { issues, environments, unchecked } = await check();
    assert.deepEqual(
      issues.map(({ code, path, resource }) => `${path} ${resource ?? ""} ${code}`),
      [
        "Pulumi.production.yaml flux-monorepo:sourceInterval malformed-config-value",
        "Pulumi.staging.yaml flux-monorepo:syncIntervall unknown-config-key",
        "apps/base/whoami/deployment.yaml Deployment whoami/whoami unknown-probe-port",
        "apps/production/web namespace malformed-name",
        "apps/staging/web/deployment-json-patch.yaml Deployment web build-failed",
        "apps/staging/web/service-json-patch.yaml Service web build-failed",
        "stacks/production.versions.yaml flux unknown-flux-version",
        "stacks/staging.versions.yaml images.whoami.tag malformed-value",
      ],
    );
    assert.deepEqual(environments, ["staging", "production"].sort());
    assert.equal(unchecked, undefined);
  });

  it("says that the rest is checked once the program compiles", async () => {
    edit("stacks/apps/whoami.ts", "containerPort: 8080", 'containerPort: "8080"');
    const judged = await check();
    assert.deepEqual([...new Set(judged.issues.map(({ code }) => code))], ["compile-error"]);
    assert.match(judged.unchecked?.join() ?? "", /checked once the program compiles/);
    assert.match(formatReport(judged, "text"), /1 problem\nNot checked yet: everything but the types\./);
    assert.match(formatReport(judged, "github"), /^::notice title=not-checked::everything but the types\./m);
  });

  it("keeps npm run diff from telling anything of a program that does not compile", async () => {
    const diff = run("cli/diff.ts", "staging", "--against", dir);
    const { code, stdout, stderr } = await diff.then(() => assert.fail("it went on"), failureOf);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /whoami\.ts.*\[compile-error\]\n1 problem\nNot checked yet: everything but the types\./s);
  });
});
