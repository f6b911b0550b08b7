import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { editAsCode } from "../../../../components/plan/report/edit-as-code";

describe("an edit as code", () => {
  const ours = {
    spec: { replicas: 1, paused: true, ports: [80] },
    metadata: { labels: { "app.kubernetes.io/name": "a" } },
  };
  const cases: readonly (readonly [string, object, string | undefined])[] = [
    ["nothing", ours, undefined],
    ["a field", { ...ours, spec: { ...ours.spec, replicas: 7 } }, "{\n  spec: { replicas: 7 },\n}"],
    [
      "a field that is gone, and a list",
      { ...ours, spec: { replicas: 1, ports: [80, 443] } },
      "{\n  spec: {\n    ports: [\n      80,\n      443,\n    ],\n    paused: null,\n  },\n}",
    ],
    [
      "a name that is no identifier",
      { ...ours, metadata: { labels: { "app.kubernetes.io/name": "b" } } },
      '{\n  metadata: {\n    labels: { "app.kubernetes.io/name": "b" },\n  },\n}',
    ],
  ];
  for (const [title, theirs, code] of cases) {
    it(`shows ${title}`, () => {
      assert.equal(editAsCode(ours, theirs), code);
    });
  }
});
