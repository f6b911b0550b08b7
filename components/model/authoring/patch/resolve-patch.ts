import type { Fault } from "../../issue";
import type { KubernetesObject } from "../../object";
import { entriesOf, fieldsOf } from "../../object";
import { listNames } from "../names";
import { identityFaults } from "./identity-faults";
import { listFaults } from "./list-faults";
import { builtInVersions, isClosed, isMerged, mergeKeyOf, secondKeys } from "./merge-keys";
import { unionFaults } from "./union-faults";

type Fields = Readonly<Record<string, unknown>>;

/** Where in a patch we are, and how to say what is wrong there. */
interface Place {
  readonly kind: string;
  /** The field that we are in, or whose list. */
  readonly field: string;
  readonly at: string;
  readonly faults: Fault[];
}

/** A patch as kustomize reads it, and what is wrong with it. */
export interface ResolvedPatch {
  readonly body: Fields;
  readonly faults: readonly Fault[];
}

const directives: readonly unknown[] = ["delete", "replace", "merge"];

/**
 * Turns a patch as written into the body that kustomize reads: `$new` is taken out, and the second key of a merged list is written
 * as the base writes it.
 */
export function resolvePatch(resource: string, base: KubernetesObject, patch: object): ResolvedPatch {
  const faults: Fault[] = [...identityFaults(resource, base, patch)];
  const merges = builtInVersions.some((version) => version === base.apiVersion);
  const body = merges
    ? resolveFields(base, patch, { kind: base.kind, field: "", at: resource, faults })
    : defined(patch);
  return { body: fieldsOf(body) ?? {}, faults };
}

function resolveFields(base: unknown, patch: unknown, place: Place): unknown {
  const fields = fieldsOf(patch);
  if (fields === undefined) return patch;
  checkDirective(fields, place);
  place.faults.push(...unionFaults(place, fieldsOf(base) ?? {}, fields));
  const resolved = Object.entries(fields).flatMap(([field, value]) => {
    if (value === undefined) return [];
    const inner = { ...place, field, at: `${place.at}.${field}` };
    const list = { field, base: entriesOf(fieldsOf(base)?.[field]) };
    const next = Array.isArray(value)
      ? resolveList(list, value, inner)
      : resolveFields(fieldsOf(base)?.[field], value, inner);
    return [[field, next] as const];
  });
  return Object.fromEntries(resolved);
}

interface BaseList {
  readonly field: string;
  readonly base: readonly Fields[];
}

function resolveList({ field, base }: BaseList, patch: readonly unknown[], place: Place): readonly unknown[] {
  const replaced = patch.some((entry) => isReplaceList(entry));
  const merged = isMerged(place.kind, field);
  const resolved = patch.map((entry) => {
    const fields = fieldsOf(entry);
    const key = fields === undefined || !merged ? undefined : mergeKeyOf(field, fields);
    if (fields === undefined || key === undefined) return defined(entry);
    const { $new: isNew, ...rest } = fields;
    const same = base.filter((candidate) => candidate[key] === rest[key]);
    const inner = { ...place, at: `${place.at}[${String(rest[key])}]` };
    const exists = same.length > 0;
    if (isClosed(field) && !replaced && exists === (isNew === true)) reportContainer(inner, exists, base);
    if (replaced || !exists) return defined(rest);
    const second = secondKeys[field];
    const match = second === undefined ? same[0] : matchSecondKey(second, rest, same);
    if (match === undefined && rest[second ?? ""] === undefined) {
      report(
        inner,
        "ambiguous-patch-entry",
        `the base has several entries with this key. Say which by "${String(second)}".`,
      );
    }
    return resolveFields(
      match,
      second === undefined || match === undefined ? rest : alignSecondKey(second, rest, match),
      inner,
    );
  });
  if (merged && !replaced) place.faults.push(...listFaults(place, base, resolved));
  return resolved;
}

/** The one entry of the base that a patch entry means, or `undefined` when there is none or more than one. */
function matchSecondKey(second: string, entry: Fields, same: readonly Fields[]): Fields | undefined {
  const wanted = entry[second];
  const [match, ...others] = same.filter(
    (candidate) => wanted === undefined || (candidate[second] ?? "TCP") === wanted,
  );
  return others.length === 0 ? match : undefined;
}

/**
 * Kustomize does not merge `{ port: 80 }` into `{ port: 80, protocol: TCP }`, nor the other way round: it drops the patch without a
 * word. So the patch writes the second key exactly where its entry of the base does.
 */
function alignSecondKey(second: string, entry: Fields, match: Fields): Fields {
  const rest = Object.fromEntries(Object.entries(entry).filter(([field]) => field !== second));
  return match[second] === undefined ? rest : { ...rest, [second]: match[second] };
}

function reportContainer(place: Place, exists: boolean, base: readonly Fields[]): void {
  const names = listNames(base.map(({ name }) => String(name)));
  if (exists) report(place, "known-container", "the base has this container already. Take $new away to patch it.");
  else
    report(place, "unknown-container", `the base has no such container. Known: ${names}. A new one says $new: true.`);
}

function checkDirective(fields: Fields, place: Place): void {
  const directive = fields["$patch"];
  if (directive !== undefined && !directives.includes(directive))
    report(place, "unknown-directive", `$patch is ${JSON.stringify(directive)}. Known: delete, merge, replace.`);
  for (const field of Object.keys(fields).filter((name) => name.startsWith("$") && name !== "$patch"))
    report(place, "unknown-directive", `kustomize does not know ${field} and leaves it in the object. Take it away.`);
}

function report({ at, faults }: Place, code: string, message: string): void {
  faults.push({ code, resource: at, message });
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
