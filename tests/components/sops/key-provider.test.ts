import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { provider } from "../../../components/sops/key-provider";

const keyOf = async (inputs: { readonly identity?: string }): Promise<string> => {
  const created: { readonly outs?: { readonly key?: unknown } } = await provider.create(inputs);
  return String(created.outs?.key);
};

describe("the sealing key", () => {
  it("is the same again for the same age identity, and says nothing of it", async () => {
    const [first, again] = [
      await keyOf({ identity: "AGE-SECRET-KEY-1A" }),
      await keyOf({ identity: "AGE-SECRET-KEY-1A\n" }),
    ];
    assert.equal(first, again);
    assert.match(first, /^[0-9a-f]{64}$/);
    assert.notEqual(first, await keyOf({ identity: "AGE-SECRET-KEY-1B" }));
  });

  it("is random without one", async () => {
    assert.notEqual(await keyOf({}), await keyOf({}));
  });
});
