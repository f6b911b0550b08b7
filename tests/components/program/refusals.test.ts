import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { DryRun } from "../../../components/cluster/survey/dry-run";
import type { Reach } from "../../../components/preview/changes";
import type { AppliedLayer } from "../../../components/preview/cluster/applied";
import type { Preview } from "../../../components/preview/preview";
import { refusalsOf, standingRefusals } from "../../../components/program/preview/refusals";
import { cluster, layer, object } from "../preview/objects";
import { liveOf } from "../preview/live/live";
import { changesOf, previewOf } from "../preview/report/previews";

const web = (app: string): readonly AppliedLayer[] =>
  cluster(layer("apps", [object("Deployment", "web/web", { spec: { selector: { matchLabels: { app } } } })]));
const maps = (count: number, value: string): readonly AppliedLayer[] =>
  cluster(
    layer(
      "apps",
      Array.from({ length: count }, (_, index) => object("ConfigMap", `web/m${index}`, { data: { value } })),
    ),
  );
const invalid: DryRun = { kind: "refused", status: 422, reason: "Invalid", message: "no:\n  not so" };

/** A preview whose cluster was asked, and refuses all ConfigMaps. */
function asked(count: number, before: string, after: string): Preview {
  const pair = { before: maps(count, before), after: maps(count, after) };
  const says = new Map([...Array(count).keys()].map((index) => [`ConfigMap web/m${index}`, invalid] as const));
  const changes = liveOf({ ...pair, says });
  return { ...previewOf(changesOf(pair.before, pair.after)), live: { kind: "read", cluster: "context a", changes } };
}

describe("what of a change the API server refuses", () => {
  const fixed = changesOf(web("a"), web("b"));

  it("follows from Git where nobody asked the cluster", () => {
    const [issue, ...others] = refusalsOf(previewOf(fixed));
    assert.deepEqual(others, []);
    assert.deepEqual(
      [issue?.code, issue?.path, issue?.resource],
      ["refused-by-server", "apps/web.yaml", "Deployment web/web"],
    );
    assert.match(issue?.message ?? "", /of staging will refuse the change of spec\.selector.*force: enabled/);
  });

  it("is what the cluster says, where it was asked", () => {
    const changes = liveOf({ before: web("a"), after: web("b") });
    assert.deepEqual(refusalsOf({ ...previewOf(fixed), live: { kind: "read", cluster: "c", changes } }), []);
  });

  it("counts in another cluster that the commit reaches, and not in one that a release of its own does", () => {
    const other = (reach: Reach) => previewOf(changesOf([], []), { ...fixed, environment: "production", reach });
    assert.match(refusalsOf(other({ kind: "push" }))[0]?.message ?? "", /API server of production will refuse/);
    assert.deepEqual(refusalsOf(other({ kind: "release", follows: "env/production" })), []);
  });

  it("is nothing that the same server refuses today: that is a warning", () => {
    const preview = asked(1, "1", "2");
    assert.deepEqual(refusalsOf(preview), []);
    assert.match(
      standingRefusals(preview)[0]?.message ?? "",
      /m0 of staging\): the API server refuses it, as it does today/,
    );
  });

  it("is listed up to twenty, in one line each", () => {
    const before = cluster(layer("apps", []));
    const after = maps(22, "1");
    const says = new Map([...Array(22).keys()].map((index) => [`ConfigMap web/m${index}`, invalid] as const));
    const changes = liveOf({ before, after, says });
    const issues = refusalsOf({
      ...previewOf(changesOf(before, after)),
      live: { kind: "read", cluster: "c", changes },
    });
    assert.equal(issues.length, 21);
    assert.equal(issues[0]?.message, "the API server of staging refuses it: no: not so");
    assert.match(issues[20]?.message ?? "", /refuses 2 more objects: npm run diff -- staging/);
  });
});
