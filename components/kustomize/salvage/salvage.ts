import type { BuildFailure } from "../failure";
import type { FailedUnit } from "../batch";
import type { BuildOptions } from "../build-folders";
import { inScratch } from "../build";
import { materialize } from "../materialize";
import type { TextFiles } from "../tree/files";
import type { Unit } from "../tree/units";
import type { Piece } from "./piece";
import { repairFolder } from "./repair-folder";
import { leaveOut, type Run } from "./run";
import { soundPieces } from "./sound-pieces";
import { OutOfTrials, workshop } from "./workshop";

/** A unit that kustomize refuses. */
export interface RefusedUnit {
  readonly unit: Unit;
  /** The tree that it was built from. */
  readonly files: TextFiles;
  /** The same without what a Flux Kustomization adds to it. */
  readonly original: TextFiles;
  readonly failures: readonly BuildFailure[];
  /** When to give up, in milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Looks into a unit that kustomize refuses, which tells one fault and gives up: finds every piece that does not build with those before it, and builds the
 * rest. Bounded in builds and time; where the bound is reached, the failure says that there may be more.
 */
export async function salvage(
  { tool, limit }: Pick<BuildOptions, "tool" | "limit">,
  { unit, files, original, failures, until }: RefusedUnit,
): Promise<FailedUnit> {
  return inScratch(async (root) => {
    materialize(new Map(unit.files.map((path) => [path, files.get(path) ?? ""] as const)), root);
    const place = { tool, root, folder: ".flux-monorepo-build/salvage", ...(limit === undefined ? {} : { limit }) };
    const work = workshop(place, files, { unit, until });
    const run: Run = { work, unit, original, failures: [], leftOut: [], repaired: new Map() };
    try {
      const resources = await soundResources(run);
      const built = await work.build(resources);
      if (built.kind === "built" && run.failures.length > 0)
        return { kind: "failed", failures: run.failures, objects: built.objects, leftOut: run.leftOut };
      if (built.kind === "failed") run.failures.push(built.failure);
    } catch (error) {
      if (!(error instanceof OutOfTrials)) throw error;
      const more = (failure: BuildFailure): BuildFailure => ({
        ...failure,
        reason: `${failure.reason} (there may be more: looking for them took too long)`,
      });
      run.failures.push(...failures.map(more));
    }
    leaveOut(run, { kind: "objects", text: unit.files.map((path) => files.get(path) ?? "").join("\n"), unknown: true });
    return {
      kind: "failed",
      failures: run.failures.length > 0 ? run.failures : failures,
      objects: [],
      leftOut: run.leftOut,
    };
  });
}

/** A unit that was not built at all: nothing is known of its objects but what its files say. */
export function unbuilt(result: FailedUnit, unit: Unit, files: TextFiles): FailedUnit {
  const text = unit.files.map((path) => files.get(path) ?? "").join("\n");
  return { ...result, leftOut: [{ kind: "objects", text, unknown: true, files: new Set(unit.files) }] };
}

/** The files and folders of the unit that build together. */
async function soundResources(run: Run): Promise<readonly string[]> {
  const { unit, work } = run;
  const [only, ...others] = unit.resources;
  const isFolder = (path: string): boolean => !work.tree.files.has(path);
  if (only !== undefined && others.length === 0 && isFolder(only)) return (await repairFolder(run, only)) ? [only] : [];
  for (const path of unit.resources.filter(isFolder)) await repairFolder(run, path);
  const pieces = unit.resources.map((value, index): Piece => ({ field: "resources", index, value }));
  const sound = await soundPieces(run, {
    folder: ".",
    listedIn: ({ value }) => String(value),
    pieces,
    assemble: (some) => work.build(some.map(({ value }) => String(value))),
    isTold: ({ value }) => run.repaired.get(String(value)) === false,
  });
  return sound.map(({ value }) => String(value));
}
