/** What a folder that is no path inside the monorepo turns into, so that the compiler's message says what is wanted. */
type NotAFolder =
  "a path such as apps or monitoring/controllers: relative, without ./, ../, a trailing slash, or clusters";

/** Checks a literal folder: `F` itself where it is a path inside the monorepo and outside `clusters/`, which belongs to Flux. */
export type RepositoryFolder<F extends string> = F extends
  | ""
  | `/${string}`
  | `${string}/`
  | `./${string}`
  | `${string}/./${string}`
  | `..${string}`
  | `${string}/..${string}`
  | `${string}//${string}`
  | `${string}\\${string}`
  | `${string} ${string}`
  | "clusters"
  | `clusters/${string}`
  ? NotAFolder
  : F;

const folder = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Tells whether a string is a folder that layers may use. */
export function isRepositoryFolder(value: string): boolean {
  return folder.test(value) && value !== "clusters" && !value.startsWith("clusters/");
}
