import type { FileTree, SealedFile } from "../model/file-tree";
import type { Issue } from "../model/issue";
import type { ForeignEdit, Head, Source, SourceRelation, WrittenFile } from "./head";

/** Whose version of a file stays where this program and somebody else disagree. */
export type Resolution = "ours" | "theirs";

/** What the last run of this environment recorded about a file that it sealed. */
export interface RecordedSeal {
  /** Keyed digest of the values, the recipients and the Secret's shape. */
  readonly digest: string;
  /** Blob id of the ciphertext. */
  readonly blob: string;
}

/** The ref of its own that an environment follows. */
export interface FollowedRef {
  /** Branch name: `env/production`. */
  readonly ref: string;
  /** Undefined where the ref does not exist yet. */
  readonly head: Head | undefined;
  /** False when the ref holds commits that the branch does not. */
  readonly contained: boolean;
}

/** All that decides what one commit would do. */
export interface PlanInput {
  readonly environment: string;
  /** Every environment of the model. */
  readonly environments: readonly string[];
  /** The tree that the source asks for: everything below the line, and `clusters/<environment>/`. */
  readonly tree: FileTree;
  /** The branch; undefined when it does not exist. */
  readonly head: Head | undefined;
  readonly written: ReadonlyMap<string, WrittenFile>;
  readonly edits: ReadonlyMap<string, ForeignEdit>;
  /** Undefined when the environment follows the branch itself. */
  readonly followed: FollowedRef | undefined;
  /** Text at head of the files that `isNeededContent` names, and of those that somebody else wrote. */
  readonly contents: ReadonlyMap<string, string>;
  /** Sealed files of other environments that the tree leaves out. */
  readonly pending: ReadonlyMap<string, string>;
  /** Wanted digests of this environment's sealed files; one that is missing is not known yet. */
  readonly digests: ReadonlyMap<string, string>;
  readonly recordedSeals: ReadonlyMap<string, RecordedSeal>;
  readonly source: Source;
  /** Source revision of an earlier commit → how it stands to `source`. */
  readonly relations: ReadonlyMap<string, SourceRelation>;
  /** Lets runs from an unclean source tree replace each other's work. */
  readonly allowUnclean: boolean;
  /** Path → whose version stays. */
  readonly resolutions: Readonly<Record<string, Resolution>>;
  /** What was found while the rest of this was read. @default [] */
  readonly findings?: readonly string[];
}

/** One file of the tree as it would be after the commit. */
export type PlannedFile =
  | { readonly kind: "text"; readonly content: string }
  | { readonly kind: "sealed"; readonly file: SealedFile }
  | { readonly kind: "head"; readonly blob: string };

/** A move of the followed ref. */
export interface ReleaseMove {
  readonly ref: string;
  /** Where it stands; undefined where it does not exist. */
  readonly from: string | undefined;
  /** Paths that the move brings to the environment beside this plan's own changes. */
  readonly behind: readonly string[];
}

/** What one commit would do, and why not. */
export interface Plan {
  readonly writes: ReadonlyMap<string, string>;
  readonly seals: ReadonlyMap<string, SealedFile>;
  readonly deletes: ReadonlySet<string>;
  /** Paths of ours that head already holds as wanted. */
  readonly kept: ReadonlySet<string>;
  /** Paths that belong to other environments' runs and stay as head has them. */
  readonly carried: ReadonlySet<string>;
  /** Paths that stay as somebody else left them, by the configuration's decision. */
  readonly left: ReadonlySet<string>;
  /** Path that we no longer want → the environment whose cluster still reads it. */
  readonly held: ReadonlyMap<string, string>;
  /** Sealed file that nobody has sealed yet → its environment. */
  readonly pending: ReadonlyMap<string, string>;
  /** What forbids the commit. */
  readonly conflicts: readonly Issue[];
  /** What people should know, although nothing is wrong. */
  readonly warnings: readonly string[];
  readonly release: ReleaseMove | undefined;
  /** Every file as it would be after the commit, people's files included. */
  readonly tree: ReadonlyMap<string, PlannedFile>;
  /** Whether the repository would change at all. */
  readonly changed: boolean;
}
