import { withoutCredentials } from "../../git/access";
import type { RemoteRead } from "../../git/remote-state";
import type { WrittenFile } from "../../plan/head";
import type { RecordedState, Wanted } from "../wanted";

/** What the stack's record says about the repository as it is. */
export interface ApplicableRecord {
  readonly recorded: RecordedState | undefined;
  /** Why the record says less than it holds, in a line for people; undefined where it holds in full. */
  readonly finding: string | undefined;
}

/**
 * A record is about the repository that its commit is in, wherever that has moved to. Where the branch does not hold that commit, the
 * repository is another one, or its history was rewritten: then the record knows only the files that stand as it left them, and none
 * that is missing or different was removed or edited.
 */
export function applicableRecord(
  remote: RemoteRead,
  { recorded, access, environment }: Pick<Wanted, "recorded" | "access" | "environment">,
): ApplicableRecord {
  if (recorded === undefined || isRecordHeld(remote, recorded)) return { recorded, finding: undefined };
  const url = withoutCredentials(access.url);
  const last = `the commit ${recorded.head.slice(0, 12)} that the last update of ${environment} recorded`;
  const finding =
    remote.head === undefined
      ? `${url} has no branch ${access.branch}, hence lacks ${last}: it is treated as new, and every file is written`
      : `${url} does not hold ${last} on ${access.branch}: it is treated as new, equal files are adopted, and any other is its author's`;
  return { recorded: stillInPlace(remote, recorded), finding };
}

/** Whether the branch holds the commit that a record is about; one that is about no commit yet holds anywhere. */
export function isRecordHeld({ ages }: RemoteRead, { head }: RecordedState): boolean {
  return head === "" || ages.has(head);
}

function stillInPlace({ head }: RemoteRead, { written, seals, handed, source }: RecordedState): RecordedState {
  const at = (path: string): string | undefined => head?.files.get(path);
  const kept = [...(handed ?? [])].flatMap(([path, blobs]) => {
    const blob = at(path);
    return blob !== undefined && blobs.includes(blob) ? [[path, [blob]] as const] : [];
  });
  return {
    written: new Map([...written].filter(([path, blob]) => at(path) === blob)),
    seals: new Map([...seals].filter(([path, { blob }]) => at(path) === blob)),
    ...(kept.length === 0 ? {} : { handed: new Map(kept) }),
    head: "",
    source,
  };
}

/**
 * The history, where the stack's own record does not know better: of a path whose history was rewritten, of a person's edit that a
 * later run found to be what it wants, and of files that a run left to people and they have committed.
 */
export function withRecorded(
  remote: RemoteRead,
  { recorded, environment }: { readonly recorded: RecordedState | undefined; readonly environment: string },
): ReadonlyMap<string, WrittenFile> {
  if (recorded === undefined) return remote.written;
  const all = new Map(remote.written);
  const recordAge = remote.ages.get(recorded.head);
  for (const [path, blob] of recorded.written) {
    const written = remote.written.get(path);
    const age = written === undefined ? Infinity : remote.ages.get(written.commit);
    const adopted = written?.blob !== blob && age !== undefined && recordAge !== undefined && age >= recordAge;
    if (written === undefined || adopted) {
      all.set(path, { blob, environment, source: recorded.source, commit: recorded.head });
    }
  }
  for (const [path, blobs] of recorded.handed ?? []) {
    const blob = remote.head?.files.get(path);
    const known = all.get(path)?.blob;
    const ours = blob !== undefined && blobs.includes(blob) ? blob : known === undefined ? blobs.at(-1) : known;
    if (blob === undefined || ours === undefined || ours === known) continue;
    all.set(path, { blob: ours, environment, source: recorded.source, commit: remote.head?.revision ?? "" });
  }
  return all;
}
