import { hkdfSync, randomBytes } from "node:crypto";
import type { HostedProvider } from "../hosted-provider";

interface KeyInputs {
  /** The environment's age identity, where the stack knows it. */
  readonly identity?: string;
}

interface KeyState {
  readonly key: string;
}

/**
 * Makes a key once; nothing ever changes it. Drawn from the age identity, it is the same after a destroy or a lost state, so that
 * unchanged values keep their ciphertext; who holds the identity can read the values anyway.
 */
export const provider: HostedProvider = {
  check: (_olds, news: object) => Promise.resolve({ inputs: news }),
  diff: () => Promise.resolve({ changes: false }),
  create: ({ identity }: KeyInputs) => Promise.resolve({ id: "sealing-key", outs: { key: sealingKey(identity) } }),
  update: (_id, { key }: KeyState) => Promise.resolve({ outs: { key } }),
  read: (id, { key }: KeyState) => Promise.resolve({ id, props: { key } }),
  delete: () => Promise.resolve(),
};

function sealingKey(identity: string | undefined): string {
  if (identity === undefined) return randomBytes(32).toString("hex");
  return Buffer.from(hkdfSync("sha256", identity.trim(), "", "flux-monorepo sealing key", 32)).toString("hex");
}
