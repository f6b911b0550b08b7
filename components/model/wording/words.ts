/** `1 object`, `2 objects`; `1 entry`, `2 entries` with the plural given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const [last = "", ...rest] = [...words].reverse();
  return rest.length === 0 ? last : `${rest.reverse().join(", ")} and ${last}`;
}
