import type { EnvironmentChanges } from "./changes";
import { digestOf } from "./compare/canonical";
import type { PlannedWrite } from "./files";

/** Parts of a preview that an update can be held to. */
export const planParts = ["files", "objects", "prune"] as const;

export type PlanPart = (typeof planParts)[number];

/** A digest for each part: the files of the commit with the blobs that they replace, the objects that change, those that Flux deletes. */
export type PlanDigests = Readonly<Record<PlanPart, string>>;

const length = 16;

/** Digests of what a run would do; what others change besides, in files and objects that the run leaves alone, makes no difference. */
export function planDigests(writes: readonly PlannedWrite[], environments: readonly EnvironmentChanges[]): PlanDigests {
  const short = (value: unknown): string => digestOf(value).slice(0, length);
  return {
    files: short(writes.map(({ path, replaces, blob }) => [path, replaces ?? "", blob ?? ""])),
    objects: short(environments.map(objectsOf)),
    prune: short(
      environments.map(({ environment, pruned }) => [environment, pruned.map(({ name, cause }) => [name, cause])]),
    ),
  };
}

function objectsOf({ environment, created, changed, moved, left }: EnvironmentChanges): unknown {
  const named = (
    objects: readonly { readonly name: string; readonly layer: string; readonly digest?: string }[],
  ): unknown => objects.map(({ name, layer, digest = "" }) => [name, layer, digest]);
  return [environment, named(created), named(changed), named(moved), named(left)];
}

/** One line that both people and `expectPlan` read: `files=…,objects=…,prune=…`. */
export function formatDigests(digests: PlanDigests): string {
  return planParts.map((part) => `${part}=${digests[part]}`).join(",");
}

/** Reads such a line; undefined where it is none. A part that is left out is not held to anything. */
export function parseDigests(text: string): Partial<PlanDigests> | undefined {
  const parts = new Map<PlanPart, string>();
  for (const entry of text.split(",")) {
    const [name, digest = ""] = entry.trim().split("=");
    const part = planParts.find((known) => known === name);
    if (part === undefined || !/^[0-9a-f]{16}$/.test(digest)) return undefined;
    parts.set(part, digest);
  }
  return Object.fromEntries(parts);
}

/** The parts in which a plan differs from the one that was expected. */
export function differingParts(expected: Partial<PlanDigests>, digests: PlanDigests): readonly PlanPart[] {
  return planParts.filter((part) => expected[part] !== undefined && expected[part] !== digests[part]);
}
