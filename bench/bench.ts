import type { Report } from "../tools/report";
import type { Figure } from "./measure/figure";

/** How a run of benches was asked for. */
export interface BenchOptions {
  /** @default the bench's own */
  readonly apps: number | undefined;
  /** Samples of each contestant. @default the bench's own */
  readonly rounds: number | undefined;
  readonly report: Report;
}

/** Some figures that are measured together. */
export type Bench = (options: BenchOptions) => Promise<readonly Figure[]>;
