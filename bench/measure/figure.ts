import { table } from "../../cli/start/table";
import type { Result } from "./in-turn";

/** One line of the report. */
export interface Figure {
  readonly what: string;
  readonly value: string;
  readonly target: string;
  readonly met: boolean;
  /** What the value was computed from. */
  readonly from: string;
}

/** A figure that may be at most so much. */
export function atMost(what: string, value: number, { limit, unit, from }: Limit): Figure {
  return { what, value: amount(value, unit), target: `at most ${limit}${unit}`, met: value <= limit, from };
}

/** A figure that must be at least so much. */
export function atLeast(what: string, value: number, { limit, unit, from }: Limit): Figure {
  return { what, value: amount(value, unit), target: `at least ${limit}${unit}`, met: value >= limit, from };
}

/** What a figure is held to. */
export interface Limit {
  readonly limit: number;
  /** Appended to the numbers: `×`, ` s`. */
  readonly unit: string;
  readonly from: string;
}

/** Figures as a table of plain text. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, target, met, from }) => [what, value, target, met ? "met" : "missed", from]);
  return table(["", "measured", "target", "", "from"], rows);
}

/** `0.43 s (0.61 s CPU)`: wall clock and processor time, which tells a busy machine from a slow program. */
export function seconds({ milliseconds, processor }: Pick<Result, "milliseconds" | "processor">): string {
  return `${inSeconds(milliseconds)} (${inSeconds(processor)} CPU)`;
}

/** `164 MB` */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function amount(value: number, unit: string): string {
  return `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))}${unit}`;
}
