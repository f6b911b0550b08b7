import type { Fault } from "../../issue";
import { fieldsOf } from "../../object";
import { isClosed, mergeKeyOf, secondKeys } from "./merge-keys";

type Fields = Readonly<Record<string, unknown>>;

/** Tells what of a merged list kustomize would drop, or leave as it is, without a word. */
export function listFaults(
  { at, field }: { readonly at: string; readonly field: string },
  base: readonly Fields[],
  patch: readonly unknown[],
): readonly Fault[] {
  if (patch.length === 0 && base.length > 0)
    return [fault(at, "empty-patch-list", "an empty list merges nothing. Write null to empty it.")];
  const lost = base.find((entry) => isMixed(field, entry, base));
  if (lost !== undefined) return [fault(at, "ambiguous-patch-entry", mixedMessage(secondKeys[field] ?? ""))];
  const entries = patch.map(fieldsOf).filter((entry) => entry !== undefined);
  return entries.flatMap((entry, index) => {
    const key = mergeKeyOf(field, entry);
    if (key === undefined) return [];
    const shares = (other: Fields): boolean => other[key] === entry[key];
    const known = base.filter(shares);
    const earlier = entries.slice(0, index).filter(shares);
    const place = `${at}[${String(entry[key])}]`;
    return [
      ...directiveFaults(place, entry, known.length > 0 || isClosed(field)),
      ...secondKeyFaults({ at: place, second: secondKeys[field] }, entry, { known, earlier }),
    ];
  });
}

function directiveFaults(at: string, entry: Fields, exists: boolean): readonly Fault[] {
  if (entry["$patch"] === "replace")
    return [
      fault(at, "replaced-entry", "kustomize drops an entry with $patch: replace. Write null for what is to go."),
    ];
  if (entry["$patch"] !== "delete" || exists) return [];
  return [fault(at, "unknown-patch-entry", "the base has no such entry to delete. Correct its key, or take it away.")];
}

function secondKeyFaults(
  { at, second }: { readonly at: string; readonly second: string | undefined },
  entry: Fields,
  { known, earlier }: { readonly known: readonly Fields[]; readonly earlier: readonly Fields[] },
): readonly Fault[] {
  const valueOf = (other: Fields): unknown => (second === undefined ? undefined : other[second]);
  const own = valueOf(entry);
  if (earlier.some((other) => valueOf(other) === own))
    return [fault(at, "duplicate-patch-entry", "is there twice, and kustomize takes the first alone. Make it one.")];
  const mixed = [...known, ...earlier].some((other) => (valueOf(other) === undefined) !== (own === undefined));
  if (second === undefined || !mixed || (own === undefined && known.length > 1)) return [];
  return [fault(at, "ambiguous-patch-entry", mixedMessage(second))];
}

/** Tells whether the base has the entry's key with the second key and without: then a merge of the list loses one of them. */
function isMixed(field: string, entry: Fields, base: readonly Fields[]): boolean {
  const second = secondKeys[field];
  const key = mergeKeyOf(field, entry);
  if (second === undefined || key === undefined) return false;
  return base.some(
    (other) => other[key] === entry[key] && (other[second] === undefined) !== (entry[second] === undefined),
  );
}

function mixedMessage(second: string): string {
  return `${second} stands in some entries of one key and not in others, so that kustomize drops one. Write ${second} in each, in the base too.`;
}

function fault(resource: string, code: string, message: string): Fault {
  return { code, resource, message };
}
