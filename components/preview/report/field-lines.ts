import { counted } from "../../model/wording/words";
import type { FieldChange } from "../compare/fields";
import { changedLines } from "./text-lines";

/** How much of a value is shown. */
export interface Widths {
  /** Characters of one value. */
  readonly value: number;
  /** Lines of one text. */
  readonly lines: number;
}

/** One changed field: a line, and the changed lines of a text below it. */
export function fieldLines({ path, before, after, kind }: FieldChange, widths: Widths): readonly string[] {
  if (kind === "hidden") return [`${path} changed`];
  if (kind === "order") return [`${path}: in the order ${cut(listed(after), widths.value)}`];
  if (before === undefined) return [`${path}: added ${cut(shownValue(after), widths.value)}`];
  if (after === undefined) return [`${path}: removed ${cut(shownValue(before), widths.value)}`];
  if (typeof before === "string" && typeof after === "string" && `${before}${after}`.includes("\n")) {
    const lines = changedLines(before, after);
    return [`${path}: ${counted(lines.length, "changed line")}`, ...firstLines(lines, widths)];
  }
  return [`${path}: ${cut(shownValue(before), widths.value)} → ${cut(shownValue(after), widths.value)}`];
}

function firstLines(lines: readonly string[], { lines: limit, value }: Widths): readonly string[] {
  if (limit === 0) return [];
  const shown = lines.slice(0, limit).map((line) => `  ${cut(line, value)}`);
  return lines.length > limit ? [...shown, `  … ${counted(lines.length - limit, "more line")}`] : shown;
}

/** A word stands bare, every other value as JSON, so that a text of digits is told from a number. */
export function shownValue(value: unknown): string {
  if (
    typeof value === "string" &&
    /^[A-Za-z/][\w./:@+-]*$/.test(value) &&
    !/^(true|false|null|yes|no|on|off)$/i.test(value)
  )
    return value;
  return JSON.stringify(value);
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(", ") : shownValue(value);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1))}…`;
}
