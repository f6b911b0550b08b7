import { counted } from "../../model/wording/words";
import type { ChangedObject, EnvironmentChanges } from "../changes";
import { describeReach } from "../describe";
import { formatDigests } from "../digests";
import { isIdle, type Preview } from "../preview";
import { isQuiet, liveHeading, liveSections } from "./live";
import { byKind, otherSections, prunedSection, type Section } from "./outline";
import { headline } from "./text";

const limits = { pruned: 6, wrong: 3, changed: 3, others: 2, live: 4, line: 160 } as const;
const widths = { value: 40, lines: 0 };

/**
 * The preview in at most twenty lines, and five for what the cluster adds, for the engine's diagnostics; undefined where nothing at all
 * would happen.
 */
export function formatSummary(preview: Preview): string | undefined {
  const [own, ...others] = preview.environments;
  const live = liveLines(preview);
  if (own === undefined || (isIdle(preview) && live.length === 0)) return undefined;
  const lines = [
    headline(preview),
    ...ownLines(own),
    ...firstOf(others.map(otherLine), limits.others, (rest) => `  … ${rest} more environments`),
    ...live,
    `whole: npm run diff -- ${preview.environment}; digests: ${formatDigests(preview.digests)}`,
  ];
  return lines
    .map((line) =>
      line.length > limits.line && !line.includes("digests:") ? `${line.slice(0, limits.line - 1)}…` : line,
    )
    .join("\n");
}

function ownLines(own: EnvironmentChanges): readonly string[] {
  const pruned = prunedSection(own);
  const isApplied = ({ effect }: ChangedObject): boolean => effect.kind === "applied";
  const loud = { ...own, created: [], moved: [], left: [] };
  const wrong = otherSections({ ...loud, changed: own.changed.filter((object) => !isApplied(object)) }, widths);
  const [changed] = otherSections({ ...loud, changed: own.changed.filter(isApplied), unknown: [] }, widths);
  const quiet = [counts("moved", own.moved.length), counts("left in the cluster", own.left.length)];
  return [
    ...(pruned === undefined ? [] : headed(pruned, limits.pruned)),
    ...firstOf(wrong.map(exampleLine), limits.wrong, (rest) => `  … ${rest} more kinds of it`),
    ...(changed === undefined ? [] : headed(changed, limits.changed)),
    ...(own.created.length === 0 ? [] : [`  created: ${counted(own.created.length, "object")} (${kindCounts(own)})`]),
    ...[quiet.filter((text) => text !== "").join(", ")].flatMap((text) => (text === "" ? [] : [`  ${text}`])),
  ];
}

/** Why a cluster is left out stands in a notice of its own. */
function liveLines({ live }: Preview): readonly string[] {
  if (live?.kind !== "read" || isQuiet(live.changes)) return [];
  const sections = liveSections({ ...live, changes: { ...live.changes, awaited: [] } }, widths);
  return [
    `  ${liveHeading(live)}`,
    ...firstOf(sections.map(exampleLine), limits.live, (rest) => `  … ${rest} more kinds of it`).map(
      (line) => `  ${line}`,
    ),
  ];
}

function headed({ heading, lines }: Section, limit: number): readonly string[] {
  return [`  ${heading}`, ...firstOf(lines, limit, (rest) => `… ${rest} more lines`).map((line) => `    ${line}`)];
}

/** A section by its heading and its first object. */
function exampleLine({ heading, lines: [first = ""] }: Section): string {
  return `  ${heading}: ${first.replace(/^[~?!+ -] +/, "")}`;
}

/** `3 Deployment, 1 Service`. */
function kindCounts({ created }: EnvironmentChanges): string {
  const lines = byKind(created).map((line) => line.split(" ")[0] ?? "");
  const amounts = lines.map((kind) => `${created.filter((object) => object.kind === kind).length} ${kind}`);
  return amounts.join(", ");
}

function otherLine({ environment, reach, pruned, changed, created }: EnvironmentChanges): string {
  const amounts = [
    counts("pruned", pruned.length),
    counts("changed", changed.length),
    counts("created", created.length),
  ];
  return `  ${environment}, ${describeReach(reach)}: ${amounts.filter((text) => text !== "").join(", ") || "objects move"}`;
}

function counts(what: string, count: number): string {
  return count === 0 ? "" : `${what}: ${counted(count, "object")}`;
}

/** At most so many lines; the last one then says how many are left out. */
function firstOf(lines: readonly string[], limit: number, more: (rest: number) => string): readonly string[] {
  if (lines.length <= limit) return lines;
  const rest = lines.length - limit + 1;
  return [...lines.slice(0, limit - 1), more(rest)];
}
