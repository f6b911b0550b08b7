import { posix } from "node:path";
import type { KubernetesObject } from "../model/object";
import type { LeftOut } from "../model/report/left-out";
import { BuildError, type BuildFailure } from "./failure";
import { materialize } from "./materialize";
import { buildLimit, BuildTimeout, runKustomize } from "./run";
import type { Unit } from "./tree/units";

/** An object as kustomize built it, with the file of the tree that it came from. */
export interface BuiltObject {
  readonly object: KubernetesObject;
  readonly origin: string;
  /** Key of the build that it is part of: objects of the same key are equal, in this run and in others. */
  readonly unit?: string;
}

/** What one unit amounts to: its objects, or why kustomize refuses it. */
export type UnitResult = BuiltUnit | FailedUnit;

interface BuiltUnit {
  readonly kind: "built";
  readonly objects: readonly BuiltObject[];
}

/** What kustomize refuses; a unit that was looked into has every fault, and what it builds to without them. */
export interface FailedUnit {
  readonly kind: "failed";
  readonly failures: readonly BuildFailure[];
  readonly objects: readonly BuiltObject[];
  readonly leftOut: readonly LeftOut[];
  /** It was ended for its time, or not begun for that of others: there is no looking into it. @default false */
  readonly late?: boolean;
}

/** Where a batch runs. */
export interface Workplace {
  /** Path of kustomize or kubectl. */
  readonly tool: string;
  /** Folder on disk that holds every file that the units read. */
  readonly root: string;
  /** Folder within it for the batch's own kustomization, two levels deep. */
  readonly folder: string;
  /** How long one process may build, in milliseconds. @default buildLimit */
  readonly limit?: number;
}

/** Folders that take too long before the rest is given up. */
const mostLate = 3;

const originAnnotation = "config.kubernetes.io/origin";

/**
 * Builds units that share no file in one process, and tells their objects apart by the file that each came from. kustomize builds all or nothing and refuses two
 * objects of one name, so a batch that fails is halved until each fault stands alone, and one that takes too long is built one by one.
 */
export async function buildBatch(place: Workplace, units: readonly Unit[]): Promise<readonly UnitResult[]> {
  const { folder } = place;
  const [unit] = units;
  try {
    const results = await buildTogether(place, units);
    if (results !== undefined) return results;
  } catch (cause) {
    if (!(cause instanceof BuildError)) throw cause;
    if (units.length === 1 && unit !== undefined)
      return [failed(located(cause.failure, unit, folder), cause instanceof BuildTimeout)];
    if (cause instanceof BuildTimeout) return buildOneByOne(place, units);
  }
  const half = Math.ceil(units.length / 2);
  const first = await buildBatch(place, units.slice(0, half));
  return [...first, ...(await buildBatch(place, units.slice(half)))];
}

/** What is quick in a batch is quick alone. When nothing ends in time, the tool is at fault, and the rest is not waited for. */
async function buildOneByOne(
  { limit = buildLimit, ...place }: Workplace,
  units: readonly Unit[],
): Promise<readonly UnitResult[]> {
  const results: UnitResult[] = [];
  const alone = Math.min(limit, Math.max(limit / 10, 2_000));
  let late = 0;
  for (const unit of units) {
    const started = performance.now();
    const reason = `was not built: ${late} folders before it took longer than ${alone / 1000} s each`;
    const [result] = late < mostLate ? await buildBatch({ ...place, limit: alone }, [unit]) : [];
    if (performance.now() - started >= alone) late += 1;
    results.push(result ?? failed({ folder: unit.folder, reason }, true));
  }
  return results;
}

function failed(failure: BuildFailure, late: boolean): FailedUnit {
  return { kind: "failed", failures: [failure], objects: [], leftOut: [], late };
}

/** One process for all units; undefined where their objects cannot be told apart. @throws BuildError when kustomize refuses any of them */
async function buildTogether(place: Workplace, units: readonly Unit[]): Promise<readonly BuiltUnit[] | undefined> {
  const { root, folder } = place;
  materialize(new Map([[posix.join(folder, "kustomization.yaml"), batchKustomization(units, folder)]]), root);
  return split(units, await runKustomize(place), folder);
}

/** The objects of one unit. @throws BuildError when kustomize refuses it */
export async function buildUnit(place: Workplace, unit: Unit): Promise<readonly BuiltObject[]> {
  const [built] = (await buildTogether(place, [unit])) ?? [];
  return built?.objects ?? [];
}

function batchKustomization(units: readonly Unit[], folder: string): string {
  const resources = units.flatMap((unit) => unit.resources.map((path) => posix.relative(folder, path)));
  return JSON.stringify({ buildMetadata: ["originAnnotations"], resources });
}

/** Undefined where an object cannot be told: one from another repository, in a batch of many. */
function split(
  units: readonly Unit[],
  objects: readonly KubernetesObject[],
  folder: string,
): readonly BuiltUnit[] | undefined {
  const owners = new Map(units.flatMap(({ files }, index) => files.map((path) => [path, index] as const)));
  const built = units.map((): BuiltObject[] => []);
  for (const object of objects) {
    const origin = originOf(object, folder);
    const owner = units.length === 1 ? 0 : owners.get(origin ?? "");
    if (owner === undefined) return undefined;
    built[owner]?.push({ object: unmarked(object), origin: origin ?? units[0]?.folder ?? folder });
  }
  return built.map((own) => ({ kind: "built", objects: own }));
}

/** `path: …` for a manifest, `configuredIn: …` for what a generator made; both relative to the batch. A remote one stays unknown. */
function originOf(object: KubernetesObject, folder: string): string | undefined {
  const origin = object.metadata.annotations?.[originAnnotation] ?? "";
  if (/^repo: /m.test(origin)) return undefined;
  const path = /^(?:path|configuredIn): (.+)$/m.exec(origin)?.[1];
  return path === undefined ? undefined : posix.join(folder, path);
}

function unmarked(object: KubernetesObject): KubernetesObject {
  const { annotations = {}, ...metadata } = object.metadata;
  const kept = Object.entries(annotations).filter(([name]) => name !== originAnnotation);
  return { ...object, metadata: kept.length > 0 ? { ...metadata, annotations: Object.fromEntries(kept) } : metadata };
}

function located(failure: BuildFailure, unit: Unit, folder: string): BuildFailure {
  const reason = failure.reason.replace(/(^|["'])\.\.\/\.\.\//g, "$1");
  return failure.folder.startsWith(folder) ? { folder: unit.folder, reason } : failure;
}
