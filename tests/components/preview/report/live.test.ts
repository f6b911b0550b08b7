import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { LiveChanges, LivePart } from "../../../../components/preview/live/live-changes";
import { isIdle } from "../../../../components/preview/preview";
import { formatMarkdown } from "../../../../components/preview/report/markdown";
import { formatSummary } from "../../../../components/preview/report/summary";
import { formatText } from "../../../../components/preview/report/text";
import { cluster, layer, object } from "../objects";
import { changesOf, previewOf } from "./previews";

const touched = (name: string): { name: string; kind: string; layer: string; origin: string } => ({
  name,
  kind: name.split(" ")[0] ?? "",
  layer: "apps",
  origin: "apps/staging/web/a.yaml",
});
const because = "the live object carries kustomize.toolkit.fluxcd.io/prune: disabled";
const nothing: LiveChanges = {
  standing: [],
  ...{ kept: [], exposed: [], refused: [], recreated: [], skipped: [], adopted: [] },
  ...{ byVariables: [], drifted: [], standingDrift: [], missing: [], awaited: [], unchecked: [] },
};
const changes: LiveChanges = {
  ...nothing,
  standing: ["Kustomization flux-system/apps is suspended: it applies and deletes nothing until it is resumed"],
  kept: [
    { ...touched("ConfigMap web/a"), because },
    { ...touched("ConfigMap web/b"), because },
  ],
  refused: [{ ...touched("Service web/web"), reason: "spec.clusterIP:\n  immutable", already: true }],
  drifted: [{ ...touched("Deployment web/web"), fields: [{ path: "spec.replicas", before: 5, after: 3 }] }],
};
const before = cluster(layer("apps", [object("ConfigMap", "web/c", { data: { a: "1" } })]));
const after = cluster(layer("apps", [object("ConfigMap", "web/c", { data: { a: "2" } })]));
const fromGit = previewOf(changesOf(before, after));
const read = (found: LiveChanges): LivePart => ({ kind: "read", cluster: "context staging", changes: found });

describe("what the cluster adds, in reports", () => {
  const text = formatText({ ...fromGit, live: read(changes) });

  it("stands below what changes from Git to Git, and above the digests", () => {
    const places = ["changed: 1 object", "files: 1", "In the cluster (context staging)", "digests: "];
    const found = places.map((place) => text.indexOf(place));
    assert.deepEqual(
      [...found].sort((a, b) => a - b),
      found,
    );
    assert.ok(!found.includes(-1), text);
  });

  it("says what is refused, what drifts, and equal reasons once", () => {
    assert.match(
      text,
      /REFUSES, in the order of the layers: 1 object\n +! Service web\/web of Kustomization apps: spec\.clusterIP: immutable \(as it is in Git today, too\)/,
    );
    assert.match(text, /drift, which Flux sets back: 1 object\n +~ Deployment web\/web: spec\.replicas: 5 → 3/);
    assert.match(
      text,
      /not pruned after all: 2 objects\n +2 objects: the live object carries [^\n]*\n +ConfigMap web\/a\n +ConfigMap web\/b/,
    );
    assert.match(text, /stands still: 1\n +\? Kustomization flux-system\/apps is suspended/);
  });

  it("says so where the cluster adds nothing, and why where nobody could ask it", () => {
    assert.match(
      formatText({ ...fromGit, live: read(nothing) }),
      /In the cluster \(context staging\), besides:\n +nothing/,
    );
    const leftOut = formatText({ ...fromGit, live: { kind: "left-out", because: "no answer" } });
    assert.match(leftOut, /\n {2}The cluster is left out: no answer\n/);
  });

  it("changes no digest", () => {
    const digests = (whole: string): string => whole.slice(whole.lastIndexOf("digests: "));
    assert.equal(digests(text), digests(formatText(fromGit)));
  });

  it("takes five lines of the engine's diagnostics, and none where it adds nothing", () => {
    const lines = (summary: string | undefined): readonly string[] => (summary ?? "").split("\n");
    const alone = lines(formatSummary(fromGit));
    assert.deepEqual(lines(formatSummary({ ...fromGit, live: read(nothing) })), alone);
    const whole = lines(formatSummary({ ...fromGit, live: read(changes) }));
    assert.equal(whole.length, alone.length + 5);
    assert.match(whole.join("\n"), /THE API SERVER REFUSES, in the order of the layers: 1 object: Service web\/web of/);
  });

  it("is told where an update has nothing to do, for drift is", () => {
    const idle = {
      ...previewOf(changesOf(before, before)),
      writes: [],
      files: { added: [], changed: [], removed: [] },
    };
    assert.ok(isIdle(idle));
    assert.equal(formatSummary({ ...idle, live: read(nothing) }), undefined);
    assert.match(
      formatSummary({ ...idle, live: read(changes) }) ?? "",
      /drift, which Flux sets back: 1 object: Deployment/,
    );
  });

  it("is a part of its own in a comment", () => {
    const comment = formatMarkdown([{ ...fromGit, live: read(changes) }]);
    assert.match(
      comment,
      /### staging, in the cluster \(context staging\): drift, which Flux sets back: 1 object\n\n```diff\n~ Deployment/,
    );
    assert.match(
      formatMarkdown([{ ...fromGit, live: { kind: "left-out", because: "no answer" } }]),
      /### staging: the cluster is left out\n/,
    );
  });
});
