import { isDeepStrictEqual } from "node:util";
import type { HostedProvider } from "../../hosted-provider";
import { openCluster } from "../client";
import { ClusterError } from "../errors";
import { isDecryptionEntry } from "../../model/flux/decryption-entry";
import { openForTeardown, openRecorded, type TeardownInputs } from "../teardown/recorded-cluster";
import { plantSecret, readSecret, removeSecret, type SecretEntries } from "./planted-secret";

/** Inputs of a planted Secret. */
export interface SecretInputs extends TeardownInputs {
  readonly name: string;
  readonly entries: SecretEntries;
}

/**
 * Keeps a Secret beside the controllers. The Kubernetes provider could, but turns values into Base64, which the engine does not know
 * as secret: its debug logs would print them, where they mask what stands in the configuration.
 */
export const provider: HostedProvider = {
  check: (_olds, news: SecretInputs) => Promise.resolve({ inputs: news }),
  diff: (_id, olds: SecretInputs, news: SecretInputs) => {
    const changes = !isDeepStrictEqual(own(olds), own(news));
    return Promise.resolve({ changes, replaces: olds.name === news.name ? [] : ["name"] });
  },
  create: async (inputs: SecretInputs) => ({ id: inputs.name, outs: await plant(inputs) }),
  update: async (_id, _olds, news: SecretInputs) => ({ outs: await plant(news) }),
  read: async (id, state: SecretInputs) => {
    const client = await openRecorded(state).catch(elsewhere);
    if (client === undefined) return { id, props: state };
    if (client === "another cluster") return {};
    const entries = await readSecret(client, state.name);
    return entries === undefined ? {} : { id, props: { ...own(state), entries } };
  },
  // Whoever no longer configures an identity keeps it in the cluster alone: a destroy takes it with the namespace, and nothing else does.
  delete: async (_id, state: SecretInputs) => {
    if (Object.keys(state.entries).every(isDecryptionEntry)) return;
    const client = await openForTeardown(state);
    if (client !== undefined) await removeSecret(client, state.name);
  },
};

/** A refresh finds nothing in a cluster that took the place of the recorded one, as for every other object; an update then plants anew. */
function elsewhere(error: unknown): "another cluster" {
  if (error instanceof ClusterError && error.code === "cluster-mismatch") return "another cluster";
  throw error;
}

async function plant(inputs: SecretInputs): Promise<SecretInputs> {
  await plantSecret(await openCluster(inputs.access), inputs.name, inputs.entries);
  return own(inputs);
}

function own({ access, uid, path, name, entries }: SecretInputs): SecretInputs {
  return { access, uid, ...(path === undefined ? {} : { path }), name, entries };
}
