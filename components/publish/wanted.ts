import type { GitAccess } from "../git/access";
import type { FileTree } from "../model/file-tree";
import type { Source } from "../plan/head";
import type { Forge } from "./review/forge";
import type { RecordedSeal, Resolution } from "../plan/plan-types";

/** What the last run of this environment left in the stack's state. */
export interface RecordedState {
  /** Path → blob id of every file that it left as wanted. */
  readonly written: ReadonlyMap<string, string>;
  /** The branch's commit that held them. */
  readonly head: string;
  readonly source: Source;
  readonly seals: ReadonlyMap<string, RecordedSeal>;
  /** Path → blob ids that runs left in a working tree for people to commit; whichever of them the branch holds is ours. */
  readonly handed?: ReadonlyMap<string, readonly string[]>;
}

/** What one environment's run wants the repository to hold. */
export interface Wanted {
  readonly access: GitAccess;
  readonly environment: string;
  /** Every environment of the model. */
  readonly environments: readonly string[];
  /** Everything below the line, and this environment's own `clusters/<env>/`. */
  readonly tree: FileTree;
  /** Sealed files that the tree leaves out, because nobody has sealed them yet → their environment. */
  readonly pending: ReadonlyMap<string, string>;
  readonly source: Source;
  /** The program's checkout, whose history tells how sources stand to each other. */
  readonly projectDir: string;
  /** Digests of this environment's sealed files, where they are known. */
  readonly digests?: ReadonlyMap<string, string>;
  readonly recorded?: RecordedState;
  /** @default false */
  readonly allowUnclean?: boolean;
  /** Commits go to a branch of their own for people to merge. @default commits are pushed */
  readonly review?: {
    /** Where requests are opened; undefined leaves that to people. */
    readonly forge: Forge | undefined;
    /** Text of the request. @default what the plan says of itself */
    readonly text?: string;
  };
  /** Absolute path of a folder that gets the files instead of the repository. @default the repository gets them */
  readonly worktree?: string;
  /** @default {} */
  readonly resolutions?: Readonly<Record<string, Resolution>>;
  /** How long the run goes on when others keep pushing. @default 60 attempts in three minutes */
  readonly patience?: { readonly attempts: number; readonly milliseconds: number };
}
