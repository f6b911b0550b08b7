import type { Duration } from "../../model/duration";

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Length of a Go duration in milliseconds. */
export function milliseconds(duration: Duration): number {
  const parts = duration.matchAll(/([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)/g);
  return [...parts].reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0), 0);
}
