import { counted, listed } from "../../model/wording/words";
import type { ChangedObject, EnvironmentChanges, PrunedObject, TouchedObject } from "../changes";
import { describeCause } from "../describe";
import { companions } from "../grave";
import { fieldLines, type Widths } from "./field-lines";
import { changeGroups, type ChangeGroup } from "./groups";

/** One part of a report. */
export interface Section {
  /** `WILL BE PRUNED`, and how many objects. */
  readonly heading: string;
  readonly lines: readonly string[];
}

/** What Flux deletes, the gravest first; equal reasons of ordinary kinds are told once. */
export function prunedSection({ pruned }: Pick<EnvironmentChanges, "pruned">): Section | undefined {
  if (pruned.length === 0) return undefined;
  const grave = pruned.filter(({ kind }) => companions(kind) !== undefined);
  const others = pruned.filter((object) => !grave.includes(object));
  const refused = pruned.filter(({ allowed }) => !allowed).length;
  const allowance = refused === 0 ? "all of it allowed" : `${refused} not allowed`;
  return {
    heading: `WILL BE PRUNED: ${counted(pruned.length, "object")}, ${allowance}`,
    lines: [...grave.map(prunedLine), ...byReason(others)],
  };
}

function prunedLine({ name, kind, cause, allowed }: PrunedObject): string {
  const along = companions(kind);
  return `- ${name}${along === undefined ? "" : `, ${along}`}: ${describeCause(cause)}${allowed ? " (allowed)" : ""}`;
}

function byReason(pruned: readonly PrunedObject[]): readonly string[] {
  const groups = new Map<string, PrunedObject[]>();
  for (const object of pruned) {
    const reason = `${describeCause(object.cause)}${object.allowed ? " (allowed)" : ""}`;
    groups.set(reason, [...(groups.get(reason) ?? []), object]);
  }
  return [...groups].flatMap(([reason, objects]) => [
    ...objects
      .slice(0, 1)
      .map(({ name }) =>
        objects.length === 1 ? `- ${name}: ${reason}` : `- ${counted(objects.length, "object")}: ${reason}`,
      ),
    ...(objects.length === 1 ? [] : objects.map(({ name }) => `-   ${name}`)),
  ]);
}

/** Everything else that becomes of a cluster, what goes wrong first. */
export function otherSections(changes: EnvironmentChanges, widths: Widths): readonly Section[] {
  const { unknown, created, moved, left, changed } = changes;
  const withEffect = (kind: ChangedObject["effect"]["kind"], title: string): Section => {
    const objects = changed.filter(({ effect }) => effect.kind === kind);
    const lines =
      kind === "applied"
        ? changeGroups(objects).flatMap((group) => groupLines(group, widths))
        : objects.flatMap((object) => effectLines(object, widths));
    return { heading: `${title}: ${counted(objects.length, "object")}`, lines };
  };
  return [
    {
      heading: `NOT KNOWN: ${counted(unknown.length, "layer")}`,
      lines: unknown.map(({ layer, reason }) => `? Kustomization ${layer}: ${reason}`),
    },
    withEffect("refused", "THE API SERVER WILL REFUSE"),
    withEffect("replaced", "replaced"),
    withEffect("applied", "changed"),
    withEffect("ignored", "changed in Git, not applied"),
    { heading: `created: ${counted(created.length, "object")}`, lines: byLayer(created) },
    {
      heading: `moved: ${counted(moved.length, "object")}`,
      lines: moved.map(({ name, from, layer }) => `~ ${name}: from Kustomization ${from} to ${layer}, without a gap`),
    },
    {
      heading: `left in the cluster: ${counted(left.length, "object")}`,
      lines: left.map(({ name, because }) => `  ${name}: ${because}`),
    },
  ].filter(({ lines }) => lines.length > 0);
}

function effectLines({ name, fields, effect }: ChangedObject, widths: Widths): readonly string[] {
  return [
    `~ ${name}${effectNote(effect)}`,
    ...fields.flatMap((field) => fieldLines(field, widths)).map((line) => `    ${line}`),
  ];
}

function effectNote(effect: ChangedObject["effect"]): string {
  switch (effect.kind) {
    case "refused":
      return `: ${listed(effect.fields)} cannot change; its layer fails until the object is deleted or the change taken back`;
    case "replaced":
      return `: ${listed(effect.fields)} cannot change, so that force deletes it and creates it anew`;
    case "ignored":
      return `: ${effect.because}`;
    case "applied":
      return "";
    default:
      return effect satisfies never;
  }
}

/** Equal changes of several objects, told once. */
export function groupLines({ objects, fields }: ChangeGroup, widths: Widths): readonly string[] {
  const lines = fields.flatMap((field) => fieldLines(field, widths));
  const [only] = objects;
  if (objects.length === 1 && only !== undefined) {
    const [line, ...more] = lines;
    return more.length === 0 && line !== undefined
      ? [`~ ${only.name}: ${line}`]
      : [`~ ${only.name}`, ...lines.map((text) => `    ${text}`)];
  }
  return [
    `~ ${counted(objects.length, "object")}`,
    ...lines.map((line) => `    ${line}`),
    ...byKind(objects).map((line) => `    on ${line}`),
  ];
}

function byLayer(objects: readonly TouchedObject[]): readonly string[] {
  const layers = [...new Set(objects.map(({ layer }) => layer))].sort();
  return layers.flatMap((layer) => [
    `  ${layer}`,
    ...byKind(objects.filter((object) => object.layer === layer)).map((line) => `+   ${line}`),
  ]);
}

/** `Deployment web/web, homepage/homepage`, one line a kind. */
export function byKind(objects: readonly TouchedObject[]): readonly string[] {
  const kinds = new Map<string, string[]>();
  for (const { kind, name } of objects) kinds.set(kind, [...(kinds.get(kind) ?? []), name.slice(kind.length + 1)]);
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, names]) => `${kind} ${names.join(", ")}`);
}
