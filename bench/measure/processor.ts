import { readFileSync } from "node:fs";

/** Milliseconds of a clock tick, as Linux counts processor time. */
const tick = 10;

/** Processor time of this process and of the children that it has waited for, in milliseconds; NaN where the system does not tell. */
export function processorTime(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = [11, 12, 13, 14].map((field) => Number(fields[field]));
    return ticks.reduce((sum, count) => sum + count, 0) * tick;
  } catch {
    return Number.NaN;
  }
}
