import type { HostedProvider } from "../hosted-provider";
import { makeKeyPair, type OpenSshKeyPair } from "./openssh";

/** What a key pair is made for. GitHub takes a key only once, so that each of these asks for a new one. */
export interface KeyPairInputs {
  readonly title: string;
  readonly readOnly: boolean;
  readonly generation: number;
}

type KeyPairState = KeyPairInputs & OpenSshKeyPair;

const identity = ["title", "readOnly", "generation"] as const;

/** Makes a key once, and a new one beside it when what it is for changes: the engine removes the old one last. */
export const provider: HostedProvider = {
  check: (_olds, news: KeyPairInputs) => Promise.resolve({ inputs: news }),
  diff: (_id, olds: KeyPairState, news: KeyPairInputs) => {
    const replaces = identity.filter((key) => olds[key] !== news[key]);
    return Promise.resolve({ changes: replaces.length > 0, replaces, deleteBeforeReplace: false });
  },
  create: ({ title, readOnly, generation }: KeyPairInputs) => {
    const outs = { title, readOnly, generation, ...makeKeyPair(title) };
    return Promise.resolve({ id: `${title} ${generation}`, outs });
  },
  update: (_id, olds: KeyPairState) => Promise.resolve({ outs: olds }),
  read: (id, props: KeyPairState) => Promise.resolve({ id, props }),
  delete: () => Promise.resolve(),
};
