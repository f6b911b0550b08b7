import { randomBytes } from "node:crypto";
import type { HostedProvider } from "../hosted-provider";

interface KeyState {
  readonly key: string;
}

/** Makes a key once; nothing ever changes it. */
export const provider: HostedProvider = {
  check: (_olds, news: object) => Promise.resolve({ inputs: news }),
  diff: () => Promise.resolve({ changes: false }),
  create: () => Promise.resolve({ id: "sealing-key", outs: { key: randomBytes(32).toString("hex") } }),
  update: (_id, { key }: KeyState) => Promise.resolve({ outs: { key } }),
  read: (id, { key }: KeyState) => Promise.resolve({ id, props: { key } }),
  delete: () => Promise.resolve(),
};
