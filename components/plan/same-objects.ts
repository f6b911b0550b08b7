import { isDeepStrictEqual } from "node:util";
import { parseManifests } from "../manifests/yaml";

/**
 * Whether somebody's version of a generated file differs from it by quotes, order and spaces alone: Kubernetes reads the same from both.
 * Comments are a person's words, or a bot's marks: a version with other ones is another.
 */
export function saysTheSame(path: string, ours: string, theirs: string): boolean {
  if (!/\.ya?ml$/.test(path) || hasOwnComments(theirs, ours)) return false;
  try {
    return isDeepStrictEqual(parseManifests(theirs), parseManifests(ours));
  } catch {
    return false;
  }
}

function hasOwnComments(text: string, than: string): boolean {
  const known = new Set(linesWithComments(than));
  return linesWithComments(text).some((line) => !known.has(line));
}

/** A `#` within a value counts as well, so that none is missed. */
function linesWithComments(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => line.includes("#"))
    .map((line) => line.trim());
}
