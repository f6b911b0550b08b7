import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { KubernetesObject } from "../../../../components/model/object";
import { commentLimit, formatMarkdown } from "../../../../components/preview/report/markdown";
import { formatSummary } from "../../../../components/preview/report/summary";
import { formatText } from "../../../../components/preview/report/text";
import { cluster, layer, object } from "../objects";
import { changesOf, previewOf } from "./previews";

const many = (count: number, make: (name: string) => KubernetesObject): readonly KubernetesObject[] =>
  Array.from({ length: count }, (_, index) => make(`app-${String(index).padStart(4, "0")}`));
const deployment = (name: string, tier: string, replicas = 1): KubernetesObject =>
  object("Deployment", `${name}/${name}`, { labels: { tier }, spec: { replicas } });

const before = cluster(
  layer("apps", [
    ...many(212, (name) => deployment(name, "a")),
    deployment("web", "a"),
    object("Namespace", "old"),
    object("PersistentVolumeClaim", "old/data"),
    object("ConfigMap", "old/one"),
    object("ConfigMap", "old/two"),
    object("ConfigMap", "web/script", { data: { "run.sh": "set -e\necho one\nexit 0\n" } }),
    object("Secret", "web/token", { data: { token: "canary" } }),
  ]),
);
const after = cluster(
  layer("apps", [
    ...many(212, (name) => deployment(name, "b")),
    deployment("web", "b", 3),
    object("ConfigMap", "web/script", { data: { "run.sh": "set -e\necho two\nexit 0\n" } }),
    object("Secret", "web/token", { data: { token: "other-canary" } }),
    object("Service", "web/web"),
  ]),
);
const preview = previewOf(changesOf(before, after, ["ConfigMap old/one"]));

describe("the preview as text", () => {
  const text = formatText(preview);

  it("tells equal changes once, by how many objects they are of", () => {
    assert.equal(text.split("metadata.labels.tier: a → b").length, 2);
    assert.match(text, /~ 213 objects\n +metadata\.labels\.tier: a → b\n +on Deployment app-0000\/app-0000, /);
    assert.match(text, /~ Deployment web\/web: spec\.replicas: 1 → 3\n/);
  });

  it("puts deletions first, with what goes along and whether it is allowed", () => {
    assert.ok(text.indexOf("WILL BE PRUNED: 4 objects, 3 not allowed") < text.indexOf("changed:"));
    assert.match(text, /- Namespace old, with everything in it: it is no longer part of its layer\n/);
    assert.match(text, /- ConfigMap old\/one: it is no longer part of its layer \(allowed\)/);
  });

  it("shows the changed lines of a text, and no value of a Secret", () => {
    assert.match(text, /data\[run\.sh\]: 2 changed lines\n +- echo one\n +\+ echo two\n/);
    assert.match(text, /Secret web\/token: contents changed\n/);
    assert.equal(text.includes("canary"), false);
  });

  it("ends with the digests", () => {
    assert.match(text, /\ndigests: files=[0-9a-f]{16},objects=[0-9a-f]{16},prune=[0-9a-f]{16}$/);
  });
});

describe("the preview in the engine's diagnostics", () => {
  it("takes at most twenty lines, however much changes", () => {
    const objects = many(300, (name) =>
      object("StatefulSet", `${name}/${name}`, { spec: { serviceName: "a", replicas: 1 } }),
    );
    const others = many(300, (name) =>
      object("StatefulSet", `${name}/${name}`, { spec: { serviceName: "b", replicas: name.length } }),
    );
    const gone = many(50, (name) => object("Namespace", name));
    const come = many(50, (name) => object("Widget", `new/${name}`));
    const changed = many(50, (name) => object("ConfigMap", `web/${name}`, { data: { name } }));
    const differently = many(50, (name) => object("ConfigMap", `web/${name}`, { data: { name: `${name}!` } }));
    const own = changesOf(
      cluster(layer("apps", [...objects, ...gone, ...changed])),
      cluster(layer("apps", [...others, ...come, ...differently])),
    );
    const elsewhere = ["a", "b", "c", "d"].map((environment) => ({
      ...own,
      environment,
      reach: { kind: "push" } as const,
    }));
    const summary = formatSummary(previewOf(own, ...elsewhere)) ?? "";
    assert.ok(summary.split("\n").length <= 20, summary);
    for (const part of [
      "100 objects, 100 not allowed",
      "WILL REFUSE: 300 objects: StatefulSet app-0000/app-0000: spec.serviceName cannot change",
      "changed: 50",
      "50 Widget",
      "… 3 more environments",
      "digests: ",
    ])
      assert.ok(summary.includes(part), `${part}\n${summary}`);
  });

  it("says nothing where nothing happens", () => {
    const idle = {
      ...previewOf(changesOf(before, before)),
      writes: [],
      files: { added: [], changed: [], removed: [] },
    };
    assert.equal(formatSummary(idle), undefined);
    assert.match(formatText(idle), /No object changes/);
  });
});

describe("the preview as a comment", () => {
  it("holds everything where there is room", () => {
    const text = formatMarkdown([preview]);
    assert.ok(text.indexOf("WILL BE PRUNED") < text.indexOf("changed: "));
    assert.match(text, /### staging: files: 1/);
    assert.match(text, /Digests of staging: `files=/);
  });

  it("cuts changes before deletions, and says how many there are", () => {
    const gone = many(700, (name) => object("ConfigMap", `${name}/${"x".repeat(20)}`));
    const changed = many(900, (name) => object("ConfigMap", `web/${name}`, { data: { name: "x".repeat(60) } }));
    const differently = many(900, (name) =>
      object("ConfigMap", `web/${name}`, { data: { name: `${name}${"y".repeat(60)}` } }),
    );
    const large = previewOf(
      changesOf(cluster(layer("apps", [...gone, ...changed])), cluster(layer("apps", differently))),
    );
    const text = formatMarkdown([large]);
    assert.ok(text.length <= commentLimit && text.length > commentLimit - 3000, String(text.length));
    assert.equal(text.split("\n").filter((line) => line.startsWith("-   ConfigMap")).length, 700);
    assert.match(text, /… cut here: \d+ lines more of 900/);
    const small = formatMarkdown([large], 2000);
    assert.ok(small.length <= 2000);
    assert.match(small, /WILL BE PRUNED: 700 objects[^]*… cut here: \d+ lines more of 701/);
    assert.match(small, /Digests of staging: `files=[^`]+`$/);
  });

  it("lets no value end its block", () => {
    const script = (text: string): ReturnType<typeof cluster> =>
      cluster(layer("apps", [object("ConfigMap", "web/a", { data: { text } })]));
    const text = formatMarkdown([previewOf(changesOf(script("a\n```\nb"), script("a\n````\n# c")))]);
    assert.match(text, /\n`{5}diff\n/);
  });
});
