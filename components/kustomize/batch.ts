import { join, posix } from "node:path";
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
const unitAnnotation = "flux-monorepo.build/unit";
const originAnnotation = "config.kubernetes.io/origin";

/**
 * Builds units in one process. kustomize builds all or nothing and refuses two objects of one name, so a batch that fails is halved until each fault stands alone.
 */
export async function buildBatch(tool: string, root: string, units: readonly Unit[]): Promise<readonly UnitResult[]> {
  await materialize(batchFiles(units), root);
  try {
    return split(units, await runKustomize(tool, root, folder));
  } catch (cause) {
    if (!(cause instanceof BuildError)) throw cause;
    const [unit] = units;
    if (units.length === 1 && unit !== undefined) return [{ kind: "failed", failure: located(cause.failure, unit) }];
    const half = Math.ceil(units.length / 2);
    const first = await buildBatch(tool, root, units.slice(0, half));
    return [...first, ...(await buildBatch(tool, root, units.slice(half)))];
  }
}

/** A kustomization that lists one wrapper a unit; each wrapper marks its objects. */
function batchFiles(units: readonly Unit[]): ReadonlyMap<string, string> {
  const wrappers = units.map((unit, index): [string, string] => [
    join(folder, String(index), "kustomization.yaml"),
    JSON.stringify({
      resources: unit.resources.map((path) => posix.relative(posix.join(folder, String(index)), path)),
      transformers: [JSON.stringify(marker(String(index)))],
    }),
  ]);
  const list = { buildMetadata: ["originAnnotations"], resources: units.map((_, index) => String(index)) };
  return new Map([...wrappers, [join(folder, "kustomization.yaml"), JSON.stringify(list)]]);
}

function marker(unit: string): object {
  return {
    apiVersion: "builtin",
    kind: "AnnotationsTransformer",
    metadata: { name: "unit" },
    annotations: { [unitAnnotation]: unit },
    fieldSpecs: [{ path: "metadata/annotations", create: true }],
  };
}

function split(units: readonly Unit[], objects: readonly KubernetesObject[]): readonly UnitResult[] {
  const built = units.map((): BuiltObject[] => []);
  for (const object of objects) {
    const index = Number(object.metadata.annotations?.[unitAnnotation]);
    const origin = originOf(object) ?? units[index]?.folder ?? folder;
    built[index]?.push({ object: unmarked(object), origin });
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
  const kept = Object.entries(annotations).filter(([name]) => name !== unitAnnotation && name !== originAnnotation);
  return { ...object, metadata: kept.length > 0 ? { ...metadata, annotations: Object.fromEntries(kept) } : metadata };
}

function located(failure: BuildFailure, unit: Unit): BuildFailure {
  const reason = failure.reason.replace(/(?:\.\.\/){2}/g, "");
  return failure.folder.startsWith(folder) ? { folder: unit.folder, reason } : failure;
}
