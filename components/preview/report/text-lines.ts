/** More cells than this, and two texts are told apart as a whole. */
const largestTable = 1_000_000;

/** The lines that two texts do not share, in their order: `- old`, `+ new`. */
export function changedLines(before: string, after: string): readonly string[] {
  const [old, young] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, young.length) - start && old.at(-1 - end) === young.at(-1 - end)) end++;
  return middleLines(old.slice(start, old.length - end), young.slice(start, young.length - end));
}

function middleLines(old: readonly string[], young: readonly string[]): readonly string[] {
  if (old.length * young.length > largestTable)
    return [...old.map((line) => `- ${line}`), ...young.map((line) => `+ ${line}`)];
  const table = commonLengths(old, young);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) [i, j] = [i + 1, j + 1];
    else if (j >= young.length || (i < old.length && lengthAt(table, i + 1, j) >= lengthAt(table, i, j + 1)))
      lines.push(`- ${old[i++] ?? ""}`);
    else lines.push(`+ ${young[j++] ?? ""}`);
  }
  return lines;
}

/** At row i and column j: how many lines the rests of both texts from there on have in common. */
function commonLengths(old: readonly string[], young: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(young.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = young.length - 1; j >= 0; j--) {
      const equal = old[i] === young[j];
      const length = equal
        ? lengthAt(table, i + 1, j + 1) + 1
        : Math.max(lengthAt(table, i + 1, j), lengthAt(table, i, j + 1));
      table[i]?.fill(length, j, j + 1);
    }
  }
  return table;
}

function lengthAt(table: readonly Uint32Array[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
