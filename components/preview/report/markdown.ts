import { counted } from "../../model/wording/words";
import { formatDigests } from "../digests";
import type { Preview } from "../preview";
import { prunedSection, type Section } from "./outline";
import { liveSections } from "./live";
import { environmentSections, headline, listedFiles, otherHeading, widths } from "./text";

/** What a comment of a pull request may hold, with some room below GitHub's own limit. */
export const commentLimit = 65_000;

/** Previews as the text of a pull request's comment: deletions of every cluster first, cut last, their total always told. */
export function formatMarkdown(previews: readonly Preview[], limit: number = commentLimit): string {
  const tail = previews
    .map(({ environment, digests }) => `Digests of ${environment}: \`${formatDigests(digests)}\``)
    .join("\n\n");
  const head = previews.map((preview) => `**${headline(preview)}**`).join("\n\n");
  const sections = [...previews.flatMap(prunedSections), ...previews.flatMap(restSections)];
  let room = limit - head.length - tail.length - 4;
  const blocks: string[] = [];
  for (const section of sections) {
    const block = fitted(section, room);
    room -= block.length + 2;
    if (block !== "") blocks.push(block);
  }
  return [head, ...blocks, tail].join("\n\n").slice(0, limit);
}

function prunedSections({ environments }: Preview): readonly Section[] {
  return environments.flatMap((changes, index) => {
    const pruned = prunedSection(changes);
    if (pruned === undefined) return [];
    const name = index === 0 ? changes.environment : otherHeading(changes);
    return [{ ...pruned, heading: `${name}: ${pruned.heading}` }];
  });
}

function restSections(preview: Preview): readonly Section[] {
  const { environments, files } = preview;
  const fromGit = environments.flatMap((changes, index) => {
    const name = index === 0 ? changes.environment : otherHeading(changes);
    const pruned = prunedSection(changes);
    return environmentSections(changes)
      .filter(({ heading }) => heading !== pruned?.heading)
      .map(({ heading, lines }) => ({ heading: `${name}: ${heading}`, lines }));
  });
  const sections = [...fromGit, ...clusterSections(preview)];
  const paths = listedFiles(files);
  return paths.length === 0
    ? sections
    : [...sections, { heading: `${environments[0]?.environment ?? ""}: files: ${paths.length}`, lines: paths }];
}

/** What the cluster adds; one that is left out is a section with its reason. */
function clusterSections({ environment, live }: Preview): readonly Section[] {
  if (live === undefined) return [];
  if (live.kind === "left-out") return [{ heading: `${environment}: the cluster is left out`, lines: [live.because] }];
  return liveSections(live, widths).map(({ heading, lines }) => ({
    heading: `${environment}, in the cluster (${live.cluster}): ${heading}`,
    lines,
  }));
}

/** A section with as many of its lines as there is room for; empty where not even its heading has any. */
function fitted({ heading, lines }: Section, room: number): string {
  const fence = "`".repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
  const title = `### ${heading.replaceAll("<", "&lt;")}`;
  const whole = [title, "", `${fence}diff`, ...lines, fence].join("\n");
  if (whole.length <= room) return whole;
  const frame = title.length + fence.length * 2 + 80;
  const shown: string[] = [];
  let used = frame;
  for (const line of lines) {
    if (used + line.length + 1 > room) break;
    used += line.length + 1;
    shown.push(line);
  }
  const rest = `… cut here: ${counted(lines.length - shown.length, "line")} more of ${lines.length}`;
  if (shown.length > 0) return [title, "", `${fence}diff`, ...shown, fence, rest].join("\n");
  const bare = `${title}\n\n${rest}`;
  return bare.length <= room ? bare : "";
}

function longestRun(line: string): number {
  return Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
}
