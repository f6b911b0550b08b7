import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "mocha";
import { renderedTree } from "../../../cli/render/rendered-tree";
import { configurationText, renovateConfiguration, versionsFile } from "../../../cli/renovate/configuration";
import { versionIssues } from "../../../cli/renovate/version-issues";
import { folderCache } from "../../../components/kustomize/cache";
import { treeTexts } from "../../../components/manifests/sealed-placeholder";
import { formatIssues } from "../../../components/model/issue";
import { environmentNames } from "../../../stacks";
import { silentReport } from "../../../tools/report";
import { kustomizeForTests } from "../../components/kustomize/tool";

const project = resolve(__dirname, "../../..");
const configuration = renovateConfiguration(environmentNames);
const kept = (path: string): string => readFileSync(join(project, path), "utf8");

describe("renovate.json", () => {
  it("is what `npm run renovate` writes", () => {
    assert.equal(kept("renovate.json"), configurationText(configuration));
  });

  it("needs nothing that RE2 lacks", () => {
    const expressions = configuration.customManagers.flatMap(({ matchStrings }) => matchStrings);
    assert.deepEqual(
      expressions.filter((expression) => /\(\?(=|!|<=|<!)|\\[1-9]/.test(expression)),
      [],
    );
  });
});

describe("the versions that Renovate finds", function () {
  this.timeout(120_000);
  let tree: ReadonlyMap<string, string>;
  let tool: string;
  const builds = mkdtempSync(join(tmpdir(), "renovate-"));
  after(() => {
    rmSync(builds, { recursive: true });
  });

  before(async () => {
    tree = treeTexts(await renderedTree(project, environmentNames, silentReport));
    tool = await kustomizeForTests();
  });

  /** The issues where staging's versions file is changed. */
  async function reportWith(change: (text: string) => string): Promise<string> {
    const read = (path: string): string => (path === versionsFile("staging") ? change(kept(path)) : kept(path));
    const build = { tool, cache: folderCache(builds) };
    return formatIssues(await versionIssues({ configuration, tree, build, read }));
  }

  it("are all that the environments run, and nothing else", async () => {
    assert.equal(await reportWith((text) => text), "0 problems");
  });

  const stray = '\n  # renovate: datasource=docker depName=docker.io/library/redis\n  redis:\n    tag: "7.2"\n';
  const cases: readonly (readonly [string, (text: string) => string, RegExp])[] = [
    ["a comment that is missing", (text) => text.replace(/^ *# renovate: .*whoami\n/m, ""), /unwatched-version.*\n1 p/],
    ["another version", (text) => text.replace("v1.11.0", "v1.10.0"), /unused-version.*\n.*unwatched-version.*\n2 p/],
    ["a misspelt image", (text) => text.replace("/nginx-unpr", "/nginx-ubpr"), /nginx-ubpr[^]*Deployment web\/web/],
    [
      "another chart",
      (text) => text.replace(/(charts\/kube-)/, "$1x-"),
      /HelmRelease monitoring\/kube-prometheus-stack/,
    ],
    ["another Flux", (text) => text.replace("fluxcd/flux2", "fluxcd/flux"), /github-releases fluxcd\/flux2 v2/],
    [
      "an image that nothing runs",
      (text) => text + stray,
      /does not run docker docker\.io\/library\/redis 7\.2.*\n1 p/,
    ],
  ];
  for (const [what, change, message] of cases) {
    it(`are not the same for ${what}`, async () => {
      assert.match(await reportWith(change), message);
    });
  }
});
