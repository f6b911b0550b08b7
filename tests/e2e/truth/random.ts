/** A sequence of numbers that follows from its seed alone. */
export interface Random {
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
  /** One of a list, which is not empty. */
  readonly pick: <T>(list: readonly T[]) => T;
  readonly shuffled: <T>(list: readonly T[]) => readonly T[];
}

/** Mulberry32, by Tommy Ettinger: 32 bits of state, which is enough to choose changes with. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return Math.floor((((value ^ (value >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  const pick = <T>(list: readonly T[]): T => {
    for (const found of list.slice(below(list.length))) return found;
    throw new Error("nothing to pick from");
  };
  const shuffled = <T>(list: readonly T[]): readonly T[] => {
    const rest = [...list];
    return list.flatMap(() => rest.splice(below(rest.length), 1));
  };
  return { below, pick, shuffled };
}
