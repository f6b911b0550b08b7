import { readRemote } from "../git/remote-state";
import type { RemoteRead } from "../git/remote-state";
import { objectDigest } from "./commit-files";
import { accessOf, keptInputs, stateFolder } from "./inputs";
import type { CommitInputs, CommitState } from "./inputs";
import { unpackRecorded } from "./record/recorded";
import type { RecordedState } from "./wanted";

/** What a refresh finds. */
export interface Refreshed {
  readonly props: CommitState;
  /** Undefined when the repository is as this environment left it. */
  readonly inputs?: CommitInputs;
}

/**
 * Reads the inputs that would have left the repository as it is now, so that a refresh shows what others changed. What was
 * written stays recorded apart: a refresh never makes somebody else's edit ours.
 */
export async function readDrift(state: CommitState): Promise<Refreshed> {
  const { drifted, ...props } = state;
  const recorded = unpackRecorded(state);
  const remote = await readRemote(accessOf(state), stateFolder());
  if (remote.kind === "unavailable") {
    console.warn(`${remote.fault.message}\nThe files are taken to be as they were written last.`);
    return { props: state };
  }
  const changed = !remote.followedContained || isDrifted(recorded, remote, state.environment);
  if (changed) return { props: { ...props, drifted: true }, inputs: await inputsThere(props, recorded, remote) };
  // The refresh before this one may have put others' changes into the inputs.
  return drifted === true ? { props, inputs: await inputsThere(props, recorded, remote) } : { props };
}

/**
 * Whether what the environment follows differs from what its run wrote there. A branch that moved on is no difference, and neither
 * are files that another environment's run of this program has written since.
 */
function isDrifted({ written }: RecordedState, { followed, written: runs }: RemoteRead, environment: string): boolean {
  return [...written].some(([path, blob]) => {
    const there = followed?.files.get(path);
    const run = runs.get(path);
    return there !== blob && (run === undefined || run.environment === environment || run.blob !== there);
  });
}

/** The inputs that lead to what the environment follows. */
async function inputsThere(state: CommitState, recorded: RecordedState, remote: RemoteRead): Promise<CommitInputs> {
  const texts = await remote.readFollowed(recorded.written.keys());
  const files = [...texts].filter(([path]) => !(path in state.large) && !(path in state.sealed));
  const large = Object.keys(state.large).flatMap((path) => {
    const text = texts.get(path);
    return text === undefined ? [] : [[path, objectDigest(text)] as const];
  });
  const sealed = Object.entries(state.sealed).flatMap(([path, file]) => {
    const blob = remote.followed?.files.get(path);
    if (file.environment !== state.environment || blob === recorded.written.get(path)) return [[path, file] as const];
    return blob === undefined ? [] : [[path, { ...file, digest: `changed in Git: ${blob}` }] as const];
  });
  return {
    ...keptInputs(state),
    files: Object.fromEntries(files),
    large: Object.fromEntries(large),
    sealed: Object.fromEntries(sealed),
  };
}
