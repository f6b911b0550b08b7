import { isDeepStrictEqual } from "node:util";
import type { HostedProvider } from "../../hosted-provider";
import type { TeardownInputs } from "./recorded-cluster";

/** What a step of the teardown does on its two occasions. */
export interface TeardownStep {
  readonly created: (inputs: TeardownInputs) => Promise<void>;
  readonly deleted: (inputs: TeardownInputs) => Promise<void>;
}

/** A resource that exists for the sake of its deletion, which `pulumi destroy` carries out without running the program. */
export function teardownProvider(id: string, step: TeardownStep): HostedProvider {
  return {
    check: (_olds, news: TeardownInputs) => Promise.resolve({ inputs: news }),
    // Deletion sees what the last change recorded, so every change of the access is one.
    diff: (_id, olds: TeardownInputs, news: TeardownInputs) =>
      Promise.resolve({ changes: !isDeepStrictEqual(own(olds), own(news)) }),
    create: async (inputs: TeardownInputs) => {
      await step.created(inputs);
      return { id, outs: own(inputs) };
    },
    update: (_id, _olds, news: TeardownInputs) => Promise.resolve({ outs: own(news) }),
    read: (known, state: TeardownInputs) => Promise.resolve({ id: known, props: state }),
    delete: (_id, state: TeardownInputs) => step.deleted(state),
  };
}

function own({ access, uid, path }: TeardownInputs): TeardownInputs {
  return { access, uid, ...(path === undefined ? {} : { path }) };
}
