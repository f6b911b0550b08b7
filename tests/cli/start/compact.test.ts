import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { compactOutput } from "../../../cli/start/compact";

describe("the engine's output without a terminal", () => {
  const output = [
    "Updating (staging):",
    " +  kubernetes:apps/v1:Deployment web creating (0s)",
    " +  kubernetes:apps/v1:Deployment web creating (0s) Waiting for app ReplicaSet to be available",
    " +  kubernetes:apps/v1:Deployment web created (0.4s)",
    " ~  kubernetes:core/v1:Service created updating (1s)",
    " +  kubernetes:core/v1:Service web **creating failed** error: refused",
    "Diagnostics:",
    "  kubernetes:core/v1:Service (web):",
    "    error: creating (0s) is no state",
    "Resources:",
    "    + 1 created",
    "last",
  ];

  function shortened(chunks: readonly string[]): readonly string[] {
    const lines: string[] = [];
    const compact = compactOutput((line) => lines.push(line));
    for (const chunk of chunks) compact.take(chunk);
    compact.end();
    return lines;
  }

  it("has one line for each resource, and all that follows", () => {
    const expected = [output[3], ...output.slice(5)];
    assert.deepEqual(shortened([output.join("\n")]), expected);
  });

  it("is the same however it arrives", () => {
    const text = output.join("\n");
    assert.deepEqual(shortened(text.match(/[^]{1,7}/g) ?? []), shortened([text]));
  });
});
