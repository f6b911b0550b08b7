import { isDeepStrictEqual } from "node:util";
import type { HostedProvider } from "../../hosted-provider";
import { openCluster } from "../client";
import type { ClusterAccess } from "../access";
import { ClusterError, isUnavailable } from "../errors";
import { readFacts } from "./facts";
import { judgeCluster, type ClusterFacts } from "./judge";

/** Inputs of the guard; plain data, kept in state. */
export interface GuardInputs {
  readonly environment: string;
  readonly path: string;
  readonly access: ClusterAccess;
  readonly acceptCluster?: string;
}

interface GuardState extends GuardInputs {
  readonly uid: string;
}

/** Records which cluster an environment was applied to, and stops a run that would change another. */
export const provider: HostedProvider = {
  check: async (_olds: GuardInputs, news: GuardInputs) => {
    const facts = await factsWhenReachable(news.access);
    const problem = facts && judgeCluster(expectation(news), facts, undefined);
    return { inputs: news, failures: problem === undefined ? [] : [{ property: "access", reason: problem }] };
  },
  diff: async (_id, olds: GuardState, news: GuardInputs) => {
    const facts = await factsWhenReachable(news.access);
    if (facts !== undefined) assertSame(news, facts, olds.uid);
    const moved = facts !== undefined && facts.uid !== olds.uid;
    return { changes: moved || !isDeepStrictEqual(ownInputs(olds), ownInputs(news)) };
  },
  create: async (inputs: GuardInputs) => {
    const facts = await readFacts(await openCluster(inputs.access));
    assertSame(inputs, facts, undefined);
    return { id: `cluster-of-${inputs.environment}`, outs: { ...ownInputs(inputs), uid: facts.uid } };
  },
  update: async (_id, olds: GuardState, news: GuardInputs) => {
    const facts = await readFacts(await openCluster(news.access));
    assertSame(news, facts, olds.uid);
    return { outs: { ...ownInputs(news), uid: facts.uid } };
  },
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

function assertSame(inputs: GuardInputs, facts: ClusterFacts, recorded: string | undefined): void {
  const problem = judgeCluster(expectation(inputs), facts, recorded);
  if (problem !== undefined) throw new ClusterError("cluster-mismatch", problem);
}

function expectation({ environment, path, access, acceptCluster }: GuardInputs): Parameters<typeof judgeCluster>[0] {
  return { environment, path, context: access.context, ...(acceptCluster === undefined ? {} : { acceptCluster }) };
}

function ownInputs({ environment, path, access, acceptCluster }: GuardInputs): GuardInputs {
  return { environment, path, access, ...(acceptCluster === undefined ? {} : { acceptCluster }) };
}
