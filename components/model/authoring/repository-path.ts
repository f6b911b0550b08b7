/** What a folder that is no path inside the monorepo turns into, so that the compiler's message says what is wanted. */
type NotAFolder =
  "a path such as apps or monitoring/controllers: relative, in lower case, without ./, ../, a trailing slash, or clusters";

type Known = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Whether a literal consists of what names of folders may have, each beginning with a letter or a digit. */
type IsWritten<F extends string, Start extends boolean = true> = F extends `${infer First}${infer Rest}`
  ? Known extends `${string}${First}${string}`
    ? IsWritten<Rest, false>
    : Start extends true
      ? false
      : First extends "." | "_" | "-"
        ? IsWritten<Rest, false>
        : First extends "/"
          ? IsWritten<Rest>
          : false
  : Start extends true
    ? false
    : true;

/** Checks a literal folder: `F` itself where it is a path inside the monorepo and outside `clusters/`, which belongs to Flux. */
export type RepositoryFolder<F extends string> = string extends F
  ? F
  : F extends "clusters" | `clusters/${string}`
    ? NotAFolder
    : IsWritten<F> extends true
      ? F
      : NotAFolder;

const folder = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Tells whether a string is a folder that layers may use. */
export function isRepositoryFolder(value: string): boolean {
  return folder.test(value) && value !== "clusters" && !value.startsWith("clusters/");
}
