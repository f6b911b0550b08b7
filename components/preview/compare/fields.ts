import { isDeepStrictEqual } from "node:util";
import { isMapping, type Mapping } from "../../validation/read/fields";
import { entryNames } from "./list-keys";

/** One field that differs between two versions of an object. */
export interface FieldChange {
  /** For people: `spec.template.spec.containers[web].image`. */
  readonly path: string;
  /** Undefined where the field is new. */
  readonly before?: unknown;
  /** Undefined where the field goes. */
  readonly after?: unknown;
  /** `order`: the same entries, in another order. `hidden`: the values are secret, and left out. @default value */
  readonly kind?: "value" | "order" | "hidden";
}

/** Every field that differs, in the order of the fields; entries of lists are matched by what names them. */
export function fieldChanges(before: unknown, after: unknown): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  compare({ path: "", before, after }, changes);
  return changes;
}

interface Pair {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

function compare({ path, before, after }: Pair, changes: FieldChange[]): void {
  if (before === after || isDeepStrictEqual(normal(before, path), normal(after, path))) return;
  if (isMapping(before) && isMapping(after)) compareMappings(path, [before, after], changes);
  else if (Array.isArray(before) && Array.isArray(after)) compareLists(path, [before, after], changes);
  else {
    changes.push({
      path,
      ...(isAbsent(before) ? {} : { before }),
      ...(isAbsent(after) ? {} : { after }),
    });
  }
}

/** An empty map of labels or annotations is none. */
function normal(value: unknown, path: string): unknown {
  if (isAbsent(value)) return undefined;
  return path.startsWith("metadata.") && isMapping(value) && Object.keys(value).length === 0 ? undefined : value;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function compareMappings(path: string, [before, after]: readonly [Mapping, Mapping], changes: FieldChange[]): void {
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const pair = { path: fieldPath(path, field), before: before[field], after: after[field] };
    const [gone, come] = [isAbsent(pair.before), isAbsent(pair.after)];
    // Labels and the like read better one by one, also where all of them are new.
    const opened = (value: unknown): unknown => (path === "metadata" && isMapping(value) ? {} : undefined);
    if (gone && !come) compare({ ...pair, before: opened(pair.after) }, changes);
    else if (come && !gone) compare({ ...pair, after: opened(pair.before) }, changes);
    else compare(pair, changes);
  }
}

/** A key that reads as one word follows a dot, any other stands in brackets. */
function fieldPath(path: string, field: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(field)) return `${path}[${field}]`;
  return path === "" ? field : `${path}.${field}`;
}

type Lists = readonly [readonly unknown[], readonly unknown[]];

function compareLists(path: string, [before, after]: Lists, changes: FieldChange[]): void {
  const name = entryNames(before, after);
  if (name !== undefined) {
    const [old, young] = [before, after].map(
      (list) => new Map(list.filter(isMapping).map((entry) => [name(entry), entry])),
    );
    compareNamed(path, [old ?? new Map(), young ?? new Map()], changes);
  } else if ([...before, ...after].every(isMapping)) comparePositions(path, [before, after], changes);
  else changes.push({ path, before, after });
}

type NamedLists = readonly [ReadonlyMap<string, Mapping>, ReadonlyMap<string, Mapping>];

function compareNamed(path: string, [before, after]: NamedLists, changes: FieldChange[]): void {
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    compare({ path: `${path}[${name}]`, before: before.get(name), after: after.get(name) }, changes);
  }
  const stays = [...before.keys()].filter((name) => after.has(name));
  const order = [...after.keys()].filter((name) => before.has(name));
  if (!isDeepStrictEqual(stays, order)) changes.push({ path, before: stays, after: order, kind: "order" });
}

/** Entries without names: what both begin and end with aside, they are compared one by one, or as entries that came and went. */
function comparePositions(path: string, [before, after]: Lists, changes: FieldChange[]): void {
  let start = 0;
  while (start < before.length && start < after.length && isDeepStrictEqual(before[start], after[start])) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    isDeepStrictEqual(before.at(-1 - end), after.at(-1 - end))
  )
    end++;
  const [old, young] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  if (old.length === young.length) {
    old.forEach((entry, index) => {
      compare({ path: `${path}[${start + index}]`, before: entry, after: young[index] }, changes);
    });
    return;
  }
  old.forEach((entry, index) => changes.push({ path: `${path}[${start + index}]`, before: entry }));
  young.forEach((entry, index) => changes.push({ path: `${path}[${start + index}]`, after: entry }));
}
