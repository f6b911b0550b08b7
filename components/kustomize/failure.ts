/** What kustomize could not build, without the chain of folders through which it came there. */
export interface BuildFailure {
  /** Folder of the kustomization at fault, relative to the tree. */
  readonly folder: string;
  /** The tool's own message, shortened to the part that says what is wrong. */
  readonly reason: string;
  /** The same, told of the file that has to be corrected; absent where the build was not looked into. */
  readonly fault?: BuildFault;
}

/** What is wrong in one file, as people correct it. */
export interface BuildFault {
  /** File of the tree. */
  readonly path: string;
  /** `Deployment web` */
  readonly resource?: string;
  /** What is wrong, the value, and the remedy. */
  readonly problem: string;
  /** It does not stand in the tree's file, but in what a Flux Kustomization adds to it. @default false */
  readonly ofSpec?: boolean;
}

/** A folder that kustomize refuses. */
export class BuildError extends Error {
  constructor(
    readonly failure: BuildFailure,
    options?: ErrorOptions,
  ) {
    super(`${failure.folder}: ${failure.reason}`, options);
    this.name = "BuildError";
  }
}

const steps =
  /(?:recursed accumulation of path|couldn't make target for path|recursed merging from path|kustomization path) '([^']+)'(?:: )?/g;

/** Reads the standard error of a failed build: the innermost folder and the reason. */
export function explainFailure(stderr: string, root: string, folder: string): BuildFailure {
  const text = stderr
    .replace(/^Error: /, "")
    .replaceAll(`${root}/`, "")
    .replaceAll(root, ".")
    .trim();
  const last = [...text.matchAll(steps)].at(-1);
  const rest = last === undefined ? text : text.slice(last.index + last[0].length);
  return { folder: last?.[1] ?? folder, reason: shortReason(rest) };
}

function shortReason(text: string): string {
  const listed =
    /^(?:accumulating resources: )*(?:accumulation err=')?(?:accumulating|merging) resources from '([^']+)': (.*)$/s.exec(
      text,
    );
  if (listed === null) return oneLine(text);
  const [, resource = "", reason = ""] = listed;
  if (/no such file or directory/.test(reason)) return `lists "${resource}", which does not exist`;
  return `cannot load "${resource}": ${oneLine(reason.replace(/': must build at directory.*$/s, ""))}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
