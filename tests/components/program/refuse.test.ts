import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, it } from "mocha";
import { IssuesError } from "../../../components/model/issue";
import { withKnownFlux } from "../../../components/program/draft/flux-versions";
import { prepareRun } from "../../../components/program/prepare";
import { monorepo } from "../../../stacks";
import { fluxVersions, nearestFluxVersion } from "../../../tools/flux-release";
import { silentReport } from "../../../tools/report";

const projectDir = resolve(__dirname, "../../..");
const secrets = JSON.stringify({
  renovateToken: "a",
  grafanaAdminUser: "b",
  grafanaAdminPassword: "c",
  tunnelToken: "d",
});

describe("a run that something is wrong with", function () {
  this.timeout(60_000);
  let dir = "";
  const before = process.env["FLUX_MONOREPO_STATE"];
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "flux-monorepo-refuse-"));
    process.env["FLUX_MONOREPO_STATE"] = join(dir, "state");
  });
  afterEach(async () => {
    if (before === undefined) delete process.env["FLUX_MONOREPO_STATE"];
    else process.env["FLUX_MONOREPO_STATE"] = before;
    await rm(dir, { recursive: true, force: true });
  });

  /** The error of an update with some configuration. */
  async function refusal(config: Readonly<Record<string, string>>): Promise<Error> {
    const named = Object.entries(config).map(([key, value]) => [`flux-monorepo:${key}`, value]);
    const run = { stack: "staging", config: Object.fromEntries(named) as Record<string, string>, preview: false };
    try {
      await prepareRun({ ...run, projectDir, report: silentReport, tell: () => undefined });
    } catch (error) {
      return error instanceof Error ? error : assert.fail();
    }
    return assert.fail("the run was found fit");
  }

  it("tells its configuration, its values and what the gate has against the rest, and what it could not look at", async () => {
    const error = await refusal({ repositry: "x", sourceInterval: "1 minute", secrets, variables: '{"odd":"1"}' });
    assert.ok(error instanceof IssuesError, error.stack);
    assert.deepEqual(error.issues.map(({ code, resource }) => `${code} ${resource ?? ""}`).sort(), [
      "malformed-config-value flux-monorepo:sourceInterval",
      "missing-config-value flux-monorepo:context",
      "missing-config-value flux-monorepo:repository",
      "unknown-config-key flux-monorepo:repositry",
      "unused-variable flux-monorepo:variables.odd",
    ]);
    assert.match(error.message, /5 problems\nNot checked yet: what others changed in the repository/);
  });

  it("tells a repository and a cluster that cannot be reached in one report", async () => {
    const repository = `${dir}/nowhere.git`;
    const kubeconfig = join(dir, "none");
    const error = await refusal({
      repository: `http://127.0.0.1:9/${repository}`,
      gitToken: "token",
      kubeconfig,
      context: "staging",
      secrets: JSON.stringify({ renovateToken: "a" }),
    });
    assert.ok(error instanceof IssuesError, error.stack);
    const codes = error.issues.map(({ code }) => code);
    assert.deepEqual([...new Set(codes)].sort(), ["kubeconfig-missing", "missing-secret-value", "unreachable"]);
  });

  it("names an unknown Flux version where it is written, and goes on with the nearest known one", () => {
    const model = monorepo();
    const { staging = assert.fail(), production = assert.fail() } = model.environments;
    const environments = { staging: { ...staging, fluxVersion: "v2.9.99" }, production };
    const known = withKnownFlux({ ...model, environments });
    const [issue, ...others] = known.issues;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [issue?.code, issue?.path, issue?.resource],
      ["unknown-flux-version", "stacks/staging.versions.yaml", "flux"],
    );
    assert.match(
      issue?.message ?? "",
      /^staging asks for Flux v2\.9\.99, .* nearest is v2\.9\.5\. Known: v2\.7\.0, .*v2\.9\.5\./,
    );
    assert.equal(known.model.environments["staging"]?.fluxVersion, "v2.9.5");
    assert.equal(withKnownFlux(model).model, model);
    assert.equal(nearestFluxVersion("v2.8.4"), "v2.8.3");
    assert.equal(nearestFluxVersion("v1.0.0"), fluxVersions[0]);
    assert.equal(nearestFluxVersion(""), fluxVersions.at(-1));
  });
});
