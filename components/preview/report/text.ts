import { counted } from "../../model/wording/words";
import type { EnvironmentChanges } from "../changes";
import { describeReach } from "../describe";
import { formatDigests } from "../digests";
import type { FileChanges } from "../files";
import { isChanged, type Position, type Preview } from "../preview";
import type { LivePart } from "../live/live-changes";
import { liveHeading, liveSections } from "./live";
import { otherSections, prunedSection, type Section } from "./outline";

/** Room that whole reports have. */
export const widths = { value: 400, lines: 200 };

/** The whole preview as text: from Git to Git with deletions first, then what the cluster adds, then the digests. */
export function formatText(preview: Preview): string {
  const [own] = preview.environments;
  const lines = [
    headline(preview),
    ...preview.environments.flatMap((changes) => environmentLines(changes, changes === own)),
    ...fileLines(preview.files),
    ...(preview.live === undefined ? [] : liveLines(preview.live)),
    "",
    `digests: ${formatDigests(preview.digests)}`,
  ];
  return lines.join("\n");
}

/** `staging: from main at 1a2b3c4d5e6f; 3 files differ, 2 of them by this commit`. */
export function headline({ environment, follows, from, files, writes }: Preview): string {
  const where = `${follows}${positionText(from)}`;
  const count = files.added.length + files.changed.length + files.removed.length;
  return `${environment}: from ${where}; ${counted(count, "file")} ${count === 1 ? "differs" : "differ"}, and the commit writes or deletes ${writes.length}`;
}

function positionText(from: Position): string {
  switch (from.kind) {
    case "at":
      return ` at ${from.revision.slice(0, 12)}`;
    case "absent":
      return ", which does not exist yet";
    case "unread":
      return ", which could not be read, so that everything counts as new";
    default:
      return from satisfies never;
  }
}

/** Heading of what becomes of another environment's cluster. */
export function otherHeading({ environment, reach }: EnvironmentChanges): string {
  return `${environment}, ${describeReach(reach)}`;
}

/** What becomes of one cluster; the deletions first. */
export function environmentSections(changes: EnvironmentChanges): readonly Section[] {
  const pruned = prunedSection(changes);
  return [...(pruned === undefined ? [] : [pruned]), ...otherSections(changes, widths)];
}

/** Paths, each with what becomes of it. */
export function listedFiles({ added, changed, removed }: FileChanges): readonly string[] {
  const marked = (mark: string, paths: readonly string[]): readonly (readonly [string, string])[] =>
    paths.map((path) => [path, mark]);
  return [...marked("+", added), ...marked("~", changed), ...marked("-", removed)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, mark]) => `${mark} ${path}`);
}

function environmentLines(changes: EnvironmentChanges, isOwn: boolean): readonly string[] {
  const indent = isOwn ? "  " : "    ";
  const sections = environmentSections(changes);
  const heading = isOwn ? (isChanged(changes) ? [] : ["", "  No object changes."]) : ["", `  ${otherHeading(changes)}`];
  return [...heading, ...sections.flatMap((section) => ["", ...sectionLines(section, indent)])];
}

function sectionLines({ heading, lines }: Section, indent: string): readonly string[] {
  return [`${indent}${heading}`, ...lines.map((line) => `${indent}  ${line}`)];
}

function liveLines(live: LivePart): readonly string[] {
  const sections = liveSections(live, widths);
  const quiet = live.kind === "read" && sections.length === 0 ? ["    nothing"] : [];
  return [
    "",
    `  ${liveHeading(live)}`,
    ...quiet,
    ...sections.flatMap((section) => ["", ...sectionLines(section, "    ")]),
  ];
}

function fileLines(files: FileChanges): readonly string[] {
  const lines = listedFiles(files);
  return lines.length === 0 ? [] : ["", `  files: ${lines.length}`, ...lines.map((line) => `    ${line}`)];
}
