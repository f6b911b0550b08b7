import type { BuildFailure } from "../failure";
import type { Piece } from "./piece";
import type { Trial } from "./workshop";

/** Builds what pieces amount to together. */
export type Assemble = (pieces: readonly Piece[]) => Promise<Trial>;

/** The first piece that cannot join those before it, and why. */
export interface FirstRefused {
  /** How many of the pieces do build. */
  readonly sound: number;
  readonly failure: BuildFailure;
}

/** Finds the first refused one of `rest` by halving, given that `kept` builds and that all together fails. */
export async function firstRefused(
  assemble: Assemble,
  {
    kept,
    rest,
    failure,
  }: { readonly kept: readonly Piece[]; readonly rest: readonly Piece[]; readonly failure: BuildFailure },
): Promise<FirstRefused> {
  let [sound, refused, reason] = [0, rest.length, failure];
  while (refused - sound > 1) {
    const middle = Math.floor((sound + refused) / 2);
    const trial = await assemble([...kept, ...rest.slice(0, middle)]);
    if (trial.kind === "built") sound = middle;
    else [refused, reason] = [middle, trial.failure];
  }
  return { sound, failure: reason };
}
