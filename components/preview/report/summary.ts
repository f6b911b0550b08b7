import type { EnvironmentChanges } from "../changes";
import { counted, describeReach } from "../describe";
import { formatDigests } from "../digests";
import { isIdle, type Preview } from "../preview";
import { byKind, otherSections, prunedSection } from "./outline";
import { headline } from "./text";

const limits = { pruned: 7, wrong: 3, changed: 4, others: 2, line: 160 } as const;
const widths = { value: 40, lines: 0 };

/** The preview in at most twenty lines, for the engine's diagnostics; undefined where nothing at all would happen. */
export function formatSummary(preview: Preview): string | undefined {
  const [own, ...others] = preview.environments;
  if (own === undefined || isIdle(preview)) return undefined;
  const lines = [
    headline(preview),
    ...ownLines(own),
    ...firstOf(others.map(otherLine), limits.others, "environments"),
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
  const applied = own.changed.filter(({ effect }) => effect.kind === "applied");
  const wrong = otherSections(
    { ...own, changed: own.changed.filter((object) => !applied.includes(object)), created: [], moved: [], left: [] },
    widths,
  );
  const [changed] = otherSections({ ...own, changed: applied, unknown: [], created: [], moved: [], left: [] }, widths);
  const quiet = [counts("moved", own.moved.length), counts("left in the cluster", own.left.length)].filter(
    (text) => text !== "",
  );
  return [
    ...(pruned === undefined
      ? []
      : [`  ${pruned.heading}`, ...indented(firstOf(pruned.lines, limits.pruned, "lines"))]),
    ...indented(
      firstOf(
        wrong.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(" "))),
        limits.wrong,
        "lines",
      ),
    ),
    ...(changed === undefined
      ? []
      : [`  ${changed.heading}`, ...indented(firstOf(changed.lines, limits.changed, "lines"))]),
    ...(own.created.length === 0 ? [] : [`  created: ${counted(own.created.length, "object")} (${kindCounts(own)})`]),
    ...(quiet.length === 0 ? [] : [`  ${quiet.join(", ")}`]),
  ];
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

function firstOf(lines: readonly string[], limit: number, noun: string): readonly string[] {
  return lines.length <= limit ? lines : [...lines.slice(0, limit - 1), `… ${lines.length - limit + 1} more ${noun}`];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `    ${line}`);
}
