import assert from "node:assert/strict";
import { it } from "mocha";
import type { Sides } from "./sides";

/** Edits that no run may carry out. */
export function refusalTests(the: () => Sides): void {
  it("an edit that breaks another file fails with the compiler's own words for that file, and commits nothing", async () => {
    const { checkout, repository, stack } = the();
    const head = repository.head("main");
    checkout.edit("stacks/apps/whoami.ts", "  deployment: deployment(", "  server: deployment(");
    const { status, output } = await stack.staging("preview");
    assert.notEqual(status, 0, output);
    assert.match(output, /stacks\/staging\.ts \(line \d+, column \d+\): TS2353: [^]*'deployment' does not exist/);
    assert.equal(repository.head("main"), head);
    checkout.revert();
  });

  it("a file that is no TypeScript is named by every command, without a stack", async () => {
    const { checkout } = the();
    checkout.edit("stacks/staging.ts", /$/, "\nexport const broken = ;\n");
    const { status, output } = await checkout.npm("graph");
    assert.equal(status, 1, output);
    assert.match(output, /stacks\/staging\.ts \(line \d+, column \d+\): TS1109: Expression expected/);
    assert.doesNotMatch(output, /TransformError|\n {4}at /);
    checkout.revert();
  });

  it("an invalid change fails with its reason and commits nothing", async () => {
    const { checkout, repository } = the();
    const head = repository.head("main");
    checkout.edit(
      "stacks/staging.ts",
      'namespace({ metadata: { name: "whoami" } })',
      'namespace({ metadata: { name: "other" } })',
    );
    const { status, output } = await checkout.npm("start", "staging");
    assert.equal(status, 1, output);
    assert.match(output, /error: The update of staging failed: [^]*whoami/);
    assert.equal(repository.head("main"), head);
    checkout.revert();
  });

  it("what the API server refuses fails the preview and the diff with its words, and commits nothing", async () => {
    const { checkout, repository, stack } = the();
    const head = repository.head("main");
    checkout.edit("stacks/apps/whoami.ts", '"app.kubernetes.io/name": "whoami"', '"app.kubernetes.io/name": "other"');
    const { status, output } = await stack.staging("preview");
    assert.notEqual(status, 0, output);
    assert.match(
      output,
      /Deployment whoami\/whoami\): the API server of staging refuses it: [^]*field is immutable[^]*\[refused-by-server\]/,
    );
    const diff = await checkout.npm("diff", "staging", "--local");
    assert.equal(diff.status, 1, diff.output);
    assert.match(diff.output, /The API server refuses a part of the change[^]*field is immutable/);
    assert.equal(repository.head("main"), head);
    checkout.revert();
  });
}
