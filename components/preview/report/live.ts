import { counted } from "../../model/wording/words";
import type { LiveChanges, LiveDifference, LiveNote, LivePart } from "../live/live-changes";
import type { Widths } from "./field-lines";
import { changeGroups } from "./groups";
import { groupLines, type Section } from "./outline";

/** Heading of what the live objects say, kept apart from what changes from Git to Git. */
export function liveHeading(live: LivePart): string {
  return live.kind === "read"
    ? `In the cluster (${live.cluster}), besides:`
    : `The cluster is left out: ${live.because}`;
}

/** What the live objects add, what goes wrong first. */
export function liveSections(live: LivePart, widths: Widths): readonly Section[] {
  if (live.kind === "left-out") return [];
  const { standing, kept, exposed, refused, recreated, skipped, missing, awaited, unchecked, ...rest } = live.changes;
  const sections: readonly Section[] = [
    noted("WILL BE PRUNED ALL THE SAME", exposed, "-"),
    {
      heading: `THE API SERVER REFUSES, in the order of the layers: ${counted(refused.length, "object")}`,
      lines: refused.map(
        ({ name, layer, reason, already }) =>
          `! ${name} of Kustomization ${layer}: ${oneLine(reason)}${already ? " (as it is in Git today, too)" : ""}`,
      ),
    },
    { heading: `stands still: ${standing.length}`, lines: standing.map((line) => `? ${line}`) },
    noted("not pruned after all", kept, " "),
    noted("deleted and created anew", recreated, "-"),
    noted("changed in Git, left alone in the cluster", skipped, " "),
    differing("changed by the value of a variable", rest.byVariables, widths),
    differing("new in Git, and there already", rest.adopted, widths),
    differing("drift, which Flux sets back", rest.drifted, widths),
    differing("drift of what is suspended, which stays until it is resumed", rest.standingDrift, widths),
    noted("missing in the cluster", missing, "+"),
    noted("not to be tried yet", awaited, " "),
    noted("not checked", unchecked, "?"),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Whether the live objects add nothing. */
export function isQuiet(changes: LiveChanges): boolean {
  return Object.entries(changes).every(
    ([part, list]: readonly [string, readonly unknown[]]) => part === "awaited" || list.length === 0,
  );
}

function differing(title: string, objects: readonly LiveDifference[], widths: Widths): Section {
  return {
    heading: `${title}: ${counted(objects.length, "object")}`,
    lines: changeGroups(objects).flatMap((group) => groupLines(group, widths)),
  };
}

/** Equal reasons are told once. */
function noted(title: string, notes: readonly LiveNote[], mark: string): Section {
  const reasons = new Map<string, LiveNote[]>();
  for (const note of notes) reasons.set(note.because, [...(reasons.get(note.because) ?? []), note]);
  const lines = [...reasons].flatMap(([because, [first, ...more]]) =>
    first === undefined
      ? []
      : more.length === 0
        ? [`${mark} ${first.name}: ${oneLine(because)}`]
        : [
            `${mark} ${counted(more.length + 1, "object")}: ${oneLine(because)}`,
            ...[first, ...more].map(({ name }) => `${mark}   ${name}`),
          ],
  );
  return { heading: `${title}: ${counted(notes.length, "object")}`, lines };
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}
