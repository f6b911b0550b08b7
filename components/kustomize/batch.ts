import { posix } from "node:path";
import type { KubernetesObject } from "../model/object";
import { BuildError, type BuildFailure } from "./failure";
import { materialize } from "./materialize";
import { runKustomize } from "./run";
import type { Unit } from "./tree/units";

/** An object as kustomize built it, with the file of the tree that it came from. */
export interface BuiltObject {
  readonly object: KubernetesObject;
  readonly origin: string;
}

/** What one unit amounts to: its objects, or why kustomize refuses it. */
export type UnitResult =
  | { readonly kind: "built"; readonly objects: readonly BuiltObject[] }
  | { readonly kind: "failed"; readonly failure: BuildFailure };

const folder = ".flux-monorepo-build";
const originAnnotation = "config.kubernetes.io/origin";

/**
 * Builds units that share no file in one process, and tells their objects apart by the file that each came from. kustomize builds all or nothing and refuses two
 * objects of one name, so a batch that fails is halved until each fault stands alone.
 */
export async function buildBatch(tool: string, root: string, units: readonly Unit[]): Promise<readonly UnitResult[]> {
  materialize(new Map([[posix.join(folder, "kustomization.yaml"), batchKustomization(units)]]), root);
  const [unit] = units;
  try {
    const results = split(units, await runKustomize(tool, root, folder));
    if (results !== undefined) return results;
  } catch (cause) {
    if (!(cause instanceof BuildError)) throw cause;
    if (units.length === 1 && unit !== undefined) return [{ kind: "failed", failure: located(cause.failure, unit) }];
  }
  const half = Math.ceil(units.length / 2);
  const first = await buildBatch(tool, root, units.slice(0, half));
  return [...first, ...(await buildBatch(tool, root, units.slice(half)))];
}

function batchKustomization(units: readonly Unit[]): string {
  const resources = units.flatMap((unit) => unit.resources.map((path) => posix.relative(folder, path)));
  return JSON.stringify({ buildMetadata: ["originAnnotations"], resources });
}

/** Undefined where an object cannot be told: one from another repository, in a batch of many. */
function split(units: readonly Unit[], objects: readonly KubernetesObject[]): readonly UnitResult[] | undefined {
  const owners = new Map(units.flatMap(({ files }, index) => files.map((path) => [path, index] as const)));
  const built = units.map((): BuiltObject[] => []);
  for (const object of objects) {
    const origin = originOf(object);
    const owner = units.length === 1 ? 0 : owners.get(origin ?? "");
    if (owner === undefined) return undefined;
    built[owner]?.push({ object: unmarked(object), origin: origin ?? units[0]?.folder ?? folder });
  }
  return built.map((own) => ({ kind: "built", objects: own }));
}

/** `path: …` for a manifest, `configuredIn: …` for what a generator made; both relative to the batch. A remote one stays unknown. */
function originOf(object: KubernetesObject): string | undefined {
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

function located(failure: BuildFailure, unit: Unit): BuildFailure {
  const reason = failure.reason.replace(/(^|["'])\.\.\//g, "$1");
  return failure.folder.startsWith(folder) ? { folder: unit.folder, reason } : failure;
}
