import { isDeepStrictEqual } from "node:util";
import type { HostedProvider } from "../../hosted-provider";
import type { ClusterAccess } from "../access";
import { openCluster } from "../client";
import { ClusterError, isUnavailable } from "../errors";
import { readFacts } from "./facts";
import { judgeCluster, type ClusterExpectation, type ClusterFacts } from "./judge";
import { judgeRelease, type Release } from "./release";

/** Inputs of the guard; plain data, kept in state. */
export interface GuardInputs extends Release {
  readonly environment: string;
  readonly path: string;
  /** Absent where the stack writes Git only. */
  readonly access?: ClusterAccess;
  readonly acceptCluster?: string;
  /** What `check` found; absent when the cluster could not be reached. */
  readonly live?: ClusterFacts;
}

interface GuardState extends GuardInputs {
  /** Empty where no cluster is held. */
  readonly uid: string;
}

/** Records which cluster an environment was applied to, and stops a run that would change another, or take Flux from it unasked. */
export const provider: HostedProvider = {
  // Called by every preview and update and, unlike diff, by no refresh: the facts that it adds say which of them diff is asked for.
  check: async (_olds: GuardInputs, news: GuardInputs) => {
    const live = news.access && (await factsWhenReachable(news.access));
    const problem = news.access && live && judgeCluster(expectation(news, news.access), live, undefined);
    const failures = problem === undefined ? [] : [{ property: "environment", reason: problem }];
    return { inputs: { ...news, ...(live === undefined ? {} : { live }) }, failures };
  },
  diff: (_id, olds: GuardState, news: GuardInputs) => {
    assertReleased(olds, news);
    const { access, live } = news;
    const problem = access && live && judgeCluster(expectation(news, access), live, recordedUid(olds));
    if (problem !== undefined) throw new ClusterError("cluster-mismatch", problem);
    const moved = live !== undefined && live.uid !== olds.uid;
    return Promise.resolve({ changes: moved || !isDeepStrictEqual(own(olds), own(news)) });
  },
  create: async (inputs: GuardInputs) => {
    const uid = await acceptedUid(inputs, undefined);
    return { id: `cluster-of-${inputs.environment}`, outs: { ...own(inputs), uid } };
  },
  update: async (_id, olds: GuardState, news: GuardInputs) => {
    assertReleased(olds, news);
    return { outs: { ...own(news), uid: await acceptedUid(news, recordedUid(olds)) } };
  },
  // What was recorded is what counts: a refresh must not make another cluster ours.
  read: (id, state: GuardState) => Promise.resolve({ id, props: state }),
  delete: () => Promise.resolve(),
};

/** The engine removes what a program no longer declares: Flux goes from its cluster only where the user named that. */
function assertReleased({ access, environment, uid }: GuardState, news: GuardInputs): void {
  if (access === undefined || news.access !== undefined) return;
  const problem = judgeRelease({ environment, uid, context: access.context }, news);
  if (problem !== undefined) throw new ClusterError("cluster-held", problem);
}

function recordedUid({ uid }: GuardState): string | undefined {
  return uid === "" ? undefined : uid;
}

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
  const { access } = inputs;
  if (access === undefined) return "";
  const facts = await readFacts(await openCluster(access));
  const problem = judgeCluster(expectation(inputs, access), facts, recorded);
  if (problem !== undefined) throw new ClusterError("cluster-mismatch", problem);
  return facts.uid;
}

function expectation(
  { environment, path, acceptCluster }: GuardInputs,
  { context }: ClusterAccess,
): ClusterExpectation {
  return { environment, path, context, ...(acceptCluster === undefined ? {} : { acceptCluster }) };
}

function own({ environment, path, access, acceptCluster }: GuardInputs): GuardInputs {
  return {
    environment,
    path,
    ...(access === undefined ? {} : { access }),
    ...(acceptCluster === undefined ? {} : { acceptCluster }),
  };
}
