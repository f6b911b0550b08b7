import type { Report } from "../../tools/report";
import type { Facts } from "../task";
import { type Contestant, sample } from "./sample";

/** What the samples of one contestant amount to. */
export interface Result {
  /** Median. */
  readonly milliseconds: number;
  /** Median of the processor time, in milliseconds. */
  readonly processor: number;
  /** Largest, in bytes. */
  readonly peak: number;
  /** Of the last sample. */
  readonly facts: Facts;
}

/** How often, and on what. */
export interface Rounds {
  readonly apps: number;
  readonly rounds: number;
  readonly shared: string;
  readonly report: Report;
}

/** Samples each contestant once a round (A B C, A B C, …), so that a slower minute of the machine is slower for all of them. */
export async function inTurn<const N extends string>(
  contestants: Readonly<Record<N, Contestant>>,
  { apps, rounds, shared, report }: Rounds,
): Promise<Readonly<Record<N, Result>>> {
  const entries = Object.entries<Contestant>(contestants);
  const samples = new Map(entries.map(([name]) => [name, [] as Awaited<ReturnType<typeof sample>>[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, contestant] of entries) {
      const label = `${name}, ${apps} apps, sample ${round + 1} of ${rounds}`;
      const taken = await report.step(label, () => sample(contestant, { apps, round, shared }));
      samples.get(name)?.push(taken);
    }
  }
  const results = [...samples].map(([name, taken]): [string, Result] => [
    name,
    {
      milliseconds: median(taken.map(({ milliseconds }) => milliseconds)),
      processor: median(taken.map(({ processor }) => processor)),
      peak: Math.max(...taken.map(({ peak }) => peak)),
      facts: taken.at(-1)?.facts ?? {},
    },
  ]);
  return Object.fromEntries(results) as Record<N, Result>;
}

/** The middle value; of an even number of values, the lower middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
