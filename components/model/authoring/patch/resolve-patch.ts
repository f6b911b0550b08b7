import type { Fault } from "../../issue";
import type { KubernetesObject } from "../../object";
import { builtInVersions, closedLists, mergeKeyOf, secondKeys } from "./merge-keys";
import { listNames } from "../names";
import { entriesOf, fieldsOf } from "../faults/pods";

type Fields = Readonly<Record<string, unknown>>;
type Report = (code: string, at: string, message: string) => void;

/** A patch as kustomize reads it, and what is wrong with it. */
export interface ResolvedPatch {
  readonly body: Fields;
  readonly faults: readonly Fault[];
}

const directives: readonly unknown[] = ["delete", "replace", "merge"];

/** Turns a patch as written into the body that kustomize reads: `$new` is taken out, and the second key of a merged list is written as the base writes it. */
export function resolvePatch(resource: string, base: KubernetesObject, patch: object): ResolvedPatch {
  const faults: Fault[] = [];
  const report: Report = (code, at, message) => faults.push({ code, resource: `${resource}${at}`, message });
  const merges = builtInVersions.some((version) => version === base.apiVersion);
  const body = merges ? resolveFields(base, patch, "", report) : defined(patch);
  return { body: fieldsOf(body) ?? {}, faults };
}

function resolveFields(base: unknown, patch: unknown, at: string, report: Report): unknown {
  const fields = fieldsOf(patch);
  if (fields === undefined) return patch;
  checkDirective(fields, at, report);
  const resolved = Object.entries(fields).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const below = fieldsOf(base)?.[field];
    const next = Array.isArray(value)
      ? resolveList(field, below, value, `${at}.${field}`, report)
      : resolveFields(below, value, `${at}.${field}`, report);
    return [[field, next] as const];
  });
  return Object.fromEntries(resolved);
}

function resolveList(
  field: string,
  base: unknown,
  patch: readonly unknown[],
  at: string,
  report: Report,
): readonly unknown[] {
  const replaced = patch.some((entry) => isReplaceList(entry));
  const known = entriesOf(base);
  return patch.map((entry) => {
    const fields = fieldsOf(entry);
    const key = fields === undefined ? undefined : mergeKeyOf(field, fields);
    if (fields === undefined || key === undefined) return defined(entry);
    const { $new: isNew, ...rest } = fields;
    const same = known.filter((candidate) => candidate[key] === rest[key]);
    const where = `${at}[${String(rest[key])}]`;
    if (closedLists.includes(field) && !replaced) checkEntry(same.length > 0, isNew === true, known, where, report);
    if (replaced || same.length === 0) return defined(rest);
    return resolveFields(same[0], alignSecondKey(field, rest, same, where, report), where, report);
  });
}

/** Kustomize does not merge `{ port: 80 }` into `{ port: 80, protocol: TCP }`, nor the other way round: it drops the patch without a word. */
function alignSecondKey(field: string, entry: Fields, same: readonly Fields[], at: string, report: Report): Fields {
  const second = secondKeys[field];
  if (second === undefined) return entry;
  const { [second]: wanted, ...rest } = entry;
  const [match, ...others] = same.filter(
    (candidate) => wanted === undefined || (candidate[second] ?? "TCP") === wanted,
  );
  if (match === undefined) return entry;
  if (others.length > 0) {
    report("ambiguous-patch-entry", at, `the base has several entries of this key. Say which by "${second}".`);
    return entry;
  }
  return match[second] === undefined ? rest : { ...rest, [second]: match[second] };
}

function checkEntry(exists: boolean, isNew: boolean, known: readonly Fields[], at: string, report: Report): void {
  const names = listNames(known.map(({ name }) => String(name)));
  if (!exists && !isNew)
    report("unknown-container", at, `the base has no such container. Known: ${names}. A new one says $new: true.`);
  if (exists && isNew)
    report("known-container", at, "the base has this container already. Take $new away to patch it.");
}

function checkDirective(fields: Fields, at: string, report: Report): void {
  const directive = fields["$patch"];
  if (directive === undefined || directives.includes(directive)) return;
  report("unknown-directive", at, `$patch is ${JSON.stringify(directive)}. Known: delete, merge, replace.`);
}

function isReplaceList(entry: unknown): boolean {
  const fields = fieldsOf(entry);
  return fields?.["$patch"] === "replace" && Object.keys(fields).length === 1;
}

/** The value without fields that are `undefined`. */
function defined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defined);
  const fields = fieldsOf(value);
  if (fields === undefined) return value;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, entry]) => (entry === undefined ? [] : [[key, defined(entry)]])),
  );
}
