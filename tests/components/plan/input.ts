import { fileTree, textFile } from "../../../components/model/file-tree";
import type { SealedFile } from "../../../components/model/file-tree";
import { blobId } from "../../../components/plan/head";
import type { WrittenFile } from "../../../components/plan/head";
import type { PlanInput } from "../../../components/plan/plan-types";

type Texts = Readonly<Record<string, string>>;

/** What a test says about a plan's input; the rest is as quiet as can be. */
export interface Case extends Partial<Omit<PlanInput, "tree" | "head" | "written" | "pending">> {
  /** Wanted path → text or sealed file. */
  readonly want?: Readonly<Record<string, string | SealedFile>>;
  /** Path → text at head; undefined for an empty repository. */
  readonly has?: Texts;
  /** Path → text that this environment wrote last. */
  readonly wrote?: Texts;
  /** Path → who wrote it, where it was not this environment. */
  readonly by?: Readonly<Record<string, Partial<WrittenFile>>>;
  readonly pending?: Readonly<Record<string, string>>;
}

/** The input of a staging run from a clean source. */
export function planInput({ want = {}, has, wrote = {}, by = {}, pending = {}, ...rest }: Case): PlanInput {
  const ours = { environment: "staging", source: { revision: "s1", clean: true }, commit: "c1" };
  return {
    environment: "staging",
    environments: ["staging", "production"],
    tree: fileTree(
      Object.entries(want).map(([path, file]) => [path, typeof file === "string" ? textFile(file) : file]),
    ),
    head:
      has === undefined
        ? undefined
        : { revision: "h1", files: new Map(Object.entries(has).map(([path, text]) => [path, blobId(text)])) },
    written: new Map(
      Object.entries(wrote).map(([path, text]) => [path, { blob: blobId(text), ...ours, ...by[path] }] as const),
    ),
    edits: new Map(),
    followed: undefined,
    contents: new Map(Object.entries(has ?? {})),
    pending: new Map(Object.entries(pending)),
    digests: new Map(),
    recordedSeals: new Map(),
    source: { revision: "s1", clean: true },
    relations: new Map(),
    allowUnclean: false,
    resolutions: {},
    ...rest,
  };
}
