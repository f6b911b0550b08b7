import { isDeepStrictEqual } from "node:util";
import type { GitAccess } from "../../git/access";
import type { HostedProvider } from "../../hosted-provider";
import type { Duration } from "../../model/duration";
import { openCluster } from "../client";
import { ClusterError } from "../errors";
import type { ClusterAccess } from "../access";
import { isDescendant } from "./ancestry";
import { milliseconds } from "./duration";
import { reconcile, type LayerRef, type Reconciled, type SourceRef } from "./reconcile";

/** Inputs of a reconciliation. */
export interface ReconciliationInputs {
  /** The commit to wait for. */
  readonly revision: string;
  /** UID of the cluster: another one has to be reconciled again. */
  readonly uid: string;
  readonly source: SourceRef;
  readonly root: string;
  readonly layers: readonly LayerRef[];
  /** Changes with what Flux is given beside Git: credentials, age identities, variables. */
  readonly given: string;
  readonly access: ClusterAccess;
  /** Where the history is, to tell a descendant of the commit from another branch. */
  readonly git: GitAccess;
  readonly timeout: Duration;
}

interface ReconciliationState extends ReconciliationInputs {
  readonly kustomizations: Reconciled;
}

const id = "reconciliation";

/** Has Flux apply a commit, and ends when it has. Nothing is undone on deletion, and a refresh reads nothing: what Flux does later is its own. */
export const provider: HostedProvider = {
  check: (_olds, news: ReconciliationInputs) => Promise.resolve({ inputs: news }),
  diff: (_id, olds: ReconciliationState, news: ReconciliationInputs) =>
    Promise.resolve({ changes: !isDeepStrictEqual(own(olds), own(news)) }),
  create: async (inputs: ReconciliationInputs) => ({ id, outs: await run(inputs, {}).catch(unfinished(inputs)) }),
  update: async (_id, olds: ReconciliationState, news: ReconciliationInputs) => ({
    outs: await rerun(olds, news).catch(unfinished(news)),
  }),
  read: (_id, state: ReconciliationState) => Promise.resolve({ id, props: state }),
  delete: () => Promise.resolve(),
};

/** Has the engine record what failed, so that the next run tries again even where nothing else has changed. */
function unfinished(inputs: ReconciliationInputs): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    const properties: ReconciliationState = { ...own(inputs), kustomizations: {} };
    throw Object.assign(new ClusterError("reconciliation-failed", reason), { id, properties, reasons: [reason] });
  };
}

/** How far a run goes beside waiting for the commit. */
interface Extent {
  /** Has everything reconciled again, whatever commit it is at. @default false */
  readonly anew?: boolean;
  /** Layers that the last run had and this one has not. @default [] */
  readonly leaving?: readonly string[];
}

async function run(inputs: ReconciliationInputs, extent: Extent): Promise<ReconciliationState> {
  const client = await openCluster(inputs.access);
  const kustomizations = await reconcile({
    client,
    commit: inputs.revision,
    source: inputs.source,
    root: inputs.root,
    layers: inputs.layers,
    contains: (candidate) => isDescendant(inputs.git, { ancestor: inputs.revision, descendant: candidate }),
    timeoutMilliseconds: milliseconds(inputs.timeout),
    ...extent,
  });
  return { ...own(inputs), kustomizations };
}

/** How the cluster and the repository are reached may change without anything to wait for. */
async function rerun(olds: ReconciliationState, news: ReconciliationInputs): Promise<ReconciliationState> {
  const subject = ({ revision, uid, source, root, layers }: ReconciliationInputs): object => ({
    revision,
    uid,
    source,
    root,
    layers,
  });
  const failed = Object.keys(olds.kustomizations).length === 0;
  if (failed || olds.given !== news.given) return run(news, { anew: true });
  if (isDeepStrictEqual(subject(olds), subject(news))) return { ...own(news), kustomizations: olds.kustomizations };
  const names = news.layers.map(({ name }) => name);
  return run(news, { leaving: olds.layers.map(({ name }) => name).filter((name) => !names.includes(name)) });
}

function own(inputs: ReconciliationInputs): ReconciliationInputs {
  const { revision, uid, source, root, layers, given, access, git, timeout } = inputs;
  return { revision, uid, source, root, layers, given, access, git, timeout };
}
