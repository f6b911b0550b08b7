/** A list of names for a message, the closest to the wrong one first, before all those that begin with it; long lists are cut. */
export function knownNames(names: Iterable<string>, wrong: string): string {
  const rank = (name: string): number => (name.startsWith(wrong) ? 0 : distance(name, wrong));
  const sorted = [...new Set(names)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  if (sorted.length === 0) return "none";
  return sorted.length > 8 ? `${sorted.slice(0, 8).join(", ")} and ${sorted.length - 8} more` : sorted.join(", ");
}

/** The name that was most likely meant, if one is near enough. */
export function closestName(names: Iterable<string>, wrong: string): string | undefined {
  const near = [...names].map((name) => ({ name, cost: distance(name, wrong) })).sort((a, b) => a.cost - b.cost)[0];
  return near !== undefined && near.cost <= Math.max(1, Math.floor(wrong.length / 3)) ? near.name : undefined;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
