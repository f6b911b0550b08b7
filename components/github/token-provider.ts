import { randomBytes } from "node:crypto";
import type { HostedProvider } from "../hosted-provider";

interface TokenState {
  readonly token: string;
}

/** Makes a token once; nothing ever changes it. */
export const provider: HostedProvider = {
  check: (_olds, news: object) => Promise.resolve({ inputs: news }),
  diff: () => Promise.resolve({ changes: false }),
  create: () => Promise.resolve({ id: "webhook-token", outs: { token: randomBytes(32).toString("hex") } }),
  update: (_id, { token }: TokenState) => Promise.resolve({ outs: { token } }),
  read: (id, { token }: TokenState) => Promise.resolve({ id, props: { token } }),
  delete: () => Promise.resolve(),
};
