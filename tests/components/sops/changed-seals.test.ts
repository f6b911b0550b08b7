import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { SealedFile } from "../../../components/model/file-tree";
import { changedSeals } from "../../../components/sops/changed-seals";
import { sealDigest } from "../../../components/sops/digest";

const file = (name: string, environment = "staging"): SealedFile => ({
  kind: "sealed",
  environment,
  recipients: ["age1x"],
  secret: { sealed: true, name, namespace: "web", stringData: { TOKEN: { secretKey: name } } },
});
const sealed = { "a.yaml": file("a"), "b.yaml": file("b"), "c.yaml": file("c"), "d.yaml": file("d", "production") };
const before = { a: "one", b: "two", c: "three", d: "four" };

describe("changedSeals", () => {
  const held = new Map(
    Object.entries(sealed)
      .filter(([path]) => path !== "c.yaml")
      .map(([path, own]) => [path, sealDigest("key", { ...own, values: before })] as const),
  );
  const changed = (values: Readonly<Record<string, string>>): readonly string[] =>
    changedSeals("key", { sealed, environment: "staging", values, held });

  it("names the Secrets whose values change, and no value", () => {
    assert.deepEqual(changed(before), []);
    assert.deepEqual(changed({ ...before, b: "canary" }), ["Secret web/b"]);
  });
  it("says nothing of what the branch does not tell, nor of another environment", () => {
    assert.deepEqual(changed({ a: "one", b: "two", c: "canary", d: "canary" }), []);
  });
});
