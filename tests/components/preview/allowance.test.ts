import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { allowances, pruneIssues, unusedAllowances } from "../../../components/preview/allowance";
import { differingParts, formatDigests, parseDigests, planDigests } from "../../../components/preview/digests";
import { cluster, layer, object } from "./objects";
import { changesOf } from "./report/previews";

const gone = changesOf(
  cluster(layer("apps", [object("Namespace", "web"), object("ConfigMap", "web/a")])),
  cluster(layer("apps", [])),
);

describe("allowPrune", () => {
  const cases: readonly (readonly [string, string | undefined, string, boolean])[] = [
    ["Deployment web/web", undefined, "Deployment web/web", true],
    ["Deployment web/web", undefined, "Deployment web/web-2", false],
    ["Deployment web/*", undefined, "Deployment web/web", true],
    ["Deployment web/*", undefined, "Deployment web2/web", false],
    ["ConfigMap web/settings-*", undefined, "ConfigMap web/settings-abc", true],
    ["Deployment web/*", undefined, "DeploymentConfig web/web", false],
    ["Deployment web/web", "production", "Deployment web/web", false],
    ["production: Deployment web/web", "production", "Deployment web/web", true],
    ["production: Deployment web/web", undefined, "Deployment web/web", false],
  ];
  for (const [entry, environment, name, expected] of cases) {
    it(`"${entry}" ${expected ? "allows" : "does not allow"} ${name} of ${environment ?? "the run's own cluster"}`, () => {
      assert.equal(allowances([entry], environment)(name), expected);
    });
  }

  it("each object that is not allowed is an issue that says what would allow it", () => {
    const issues = pruneIssues([gone], "staging");
    assert.deepEqual(
      issues.map(({ code, resource, path }) => [code, resource, path]),
      [
        ["prune-not-allowed", "Namespace web", "apps/web.yaml"],
        ["prune-not-allowed", "ConfigMap web/a", "apps/a.yaml"],
      ],
    );
    assert.match(issues[0]?.message ?? "", /with everything in it[^]*`allowPrune`[^]*"Namespace web"/);
  });

  it("another cluster that the push reaches is named, one that follows its own ref is not asked about", () => {
    const elsewhere = { ...gone, environment: "production" };
    assert.deepEqual(
      pruneIssues([{ ...elsewhere, reach: { kind: "push" } }], "staging").map(({ resource }) => resource),
      ["production: Namespace web", "production: ConfigMap web/a"],
    );
    assert.deepEqual(
      pruneIssues([{ ...elsewhere, reach: { kind: "release", follows: "env/production" } }], "staging"),
      [],
    );
  });

  it("many objects are told by kind and namespace", () => {
    const maps = Array.from({ length: 40 }, (_, index) => object("ConfigMap", `web/${index}`));
    const issues = pruneIssues([changesOf(cluster(layer("apps", maps)), cluster(layer("apps", [])))], "staging");
    assert.deepEqual(
      issues.map(({ resource }) => resource),
      ["ConfigMap web/*"],
    );
    assert.match(issues[0]?.message ?? "", /40 objects/);
  });

  it("an entry that nothing needs is told", () => {
    assert.equal(unusedAllowances(["Namespace web", "ConfigMap web/*"], [gone], "staging").length, 0);
    assert.match(unusedAllowances(["Namespace other"], [gone], "staging")[0] ?? "", /"Namespace other"/);
  });
});

describe("the digests of a plan", () => {
  const writes = [{ path: "a", replaces: "1", blob: "2" }];
  const digests = planDigests(writes, [gone]);

  it("are read back as they are written", () => {
    assert.deepEqual(parseDigests(formatDigests(digests)), digests);
    for (const text of ["", "files", "files=xyz", "other=0123456789abcdef"])
      assert.equal(parseDigests(text), undefined, text);
  });

  it("name the part that differs", () => {
    assert.deepEqual(differingParts(digests, planDigests(writes, [gone])), []);
    assert.deepEqual(differingParts(digests, planDigests([{ path: "a", replaces: "3", blob: "2" }], [gone])), [
      "files",
    ]);
    const other = changesOf(cluster(layer("apps", [object("Namespace", "web")])), cluster(layer("apps", [])));
    assert.deepEqual(differingParts(digests, planDigests(writes, [other])), ["prune"]);
    const more = {
      ...gone,
      created: [{ name: "Service a/a", kind: "Service", layer: "apps", origin: "a", digest: "1" }],
    };
    assert.deepEqual(differingParts(digests, planDigests(writes, [more])), ["objects"]);
    assert.deepEqual(differingParts({ files: digests.files }, planDigests(writes, [more])), []);
  });
});
