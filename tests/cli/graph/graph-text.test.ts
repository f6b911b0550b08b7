import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { graphText } from "../../../cli/graph/graph-text";
import { monorepo } from "../../../stacks";

const environments = Object.values(monorepo().environments);

describe("npm run graph", () => {
  it("is bare Mermaid for one environment", () => {
    const text = graphText(environments.slice(0, 1), { fenced: false });
    assert.match(text, /^flowchart LR\n/);
    assert.match(text, /layer-infrastructure-configs ==> \|then\| layer-apps/);
  });

  it("is a document with a graph for each environment", () => {
    const text = graphText(environments, { fenced: true });
    assert.deepEqual(
      [...text.matchAll(/^# (\w+)$/gm)].map(([, name]) => name),
      environments.map(({ name }) => name),
    );
    assert.equal(text.split("```mermaid\n").length - 1, environments.length);
  });
});
