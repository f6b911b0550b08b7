import { type LeftOut, mentions } from "../model/report/left-out";
import type { Finding } from "./rule";

/** Whether a finding may only be there because something faulty, which is told itself, was left out. */
export function isConsequence({ path, names = [], parts = [] }: Finding, leftOut: readonly LeftOut[]): boolean {
  return leftOut.some((left) => {
    const sameBuild = left.files.has(path);
    const wanted = left.kind === "objects" ? names : [...names, ...parts];
    if (left.unknown === true && wanted.some((name) => sameBuild || mentions(left, lastWord(name)))) return true;
    return (left.kind === "objects" || sameBuild) && wanted.some((name) => mentions(left, name));
  });
}

/** Of what cannot be read only the path is sure to be known, which seldom tells a kind. */
function lastWord(name: string): string {
  return name.slice(name.lastIndexOf(" ") + 1);
}
