import { isDeepStrictEqual } from "node:util";
import type { HostedProvider } from "../../hosted-provider";
import type { ClusterAccess } from "../access";
import { openCluster } from "../client";
import { ClusterError, isUnavailable } from "../errors";
import { readFacts } from "./facts";
import { judgeCluster, type ClusterExpectation, type ClusterFacts } from "./judge";

/** Inputs of the guard; plain data, kept in state. */
export interface GuardInputs {
  readonly environment: string;
  readonly path: string;
  readonly access: ClusterAccess;
  readonly acceptCluster?: string;
  /** What `check` found; absent when the cluster could not be reached. */
  readonly live?: ClusterFacts;
}

interface GuardState extends GuardInputs {
  readonly uid: string;
}

/** Records which cluster an environment was applied to, and stops a run that would change another. */
export const provider: HostedProvider = {
  // Called by every preview and update and, unlike diff, by no refresh: the facts that it adds say which of them diff is asked for.
  check: async (_olds: GuardInputs, news: GuardInputs) => {
    const live = await factsWhenReachable(news.access);
    const problem = live && judgeCluster(expectation(news), live, undefined);
    const failures = problem === undefined ? [] : [{ property: "environment", reason: problem }];
    return { inputs: { ...news, ...(live === undefined ? {} : { live }) }, failures };
  },
  diff: (_id, olds: GuardState, news: GuardInputs) => {
    const problem = news.live && judgeCluster(expectation(news), news.live, olds.uid);
    if (problem !== undefined) throw new ClusterError("cluster-mismatch", problem);
    const moved = news.live !== undefined && news.live.uid !== olds.uid;
    return Promise.resolve({ changes: moved || !isDeepStrictEqual(own(olds), own(news)) });
  },
  create: async (inputs: GuardInputs) => {
    const uid = await acceptedUid(inputs, undefined);
    return { id: `cluster-of-${inputs.environment}`, outs: { ...own(inputs), uid } };
  },
  update: async (_id, olds: GuardState, news: GuardInputs) => ({
    outs: { ...own(news), uid: await acceptedUid(news, olds.uid) },
  }),
  // What was recorded is what counts: a refresh must not make another cluster ours.
  read: (id, state: GuardState) => Promise.resolve({ id, props: state }),
  delete: () => Promise.resolve(),
};

/** A cluster that cannot be reached says nothing: the program itself has warned at preview, and stops an update. */
async function factsWhenReachable(access: ClusterAccess): Promise<ClusterFacts | undefined> {
  try {
    return await readFacts(await openCluster(access));
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

async function acceptedUid(inputs: GuardInputs, recorded: string | undefined): Promise<string> {
  const facts = await readFacts(await openCluster(inputs.access));
  const problem = judgeCluster(expectation(inputs), facts, recorded);
  if (problem !== undefined) throw new ClusterError("cluster-mismatch", problem);
  return facts.uid;
}

function expectation({ environment, path, access, acceptCluster }: GuardInputs): ClusterExpectation {
  return { environment, path, context: access.context, ...(acceptCluster === undefined ? {} : { acceptCluster }) };
}

function own({ environment, path, access, acceptCluster }: GuardInputs): GuardInputs {
  return { environment, path, access, ...(acceptCluster === undefined ? {} : { acceptCluster }) };
}
