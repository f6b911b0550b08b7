import { availableParallelism } from "node:os";
import { buildBatch, type BuiltObject, type UnitResult, type Workplace } from "./batch";
import { inScratch, withFluxKustomization } from "./build";
import { type BuildCache, cachedBuild, unitKeys } from "./cache";
import { limited } from "./concurrency";
import type { LeftOut } from "../model/report/left-out";
import type { BuildFailure } from "./failure";
import { indexFolders, kustomizationFile, normalFolder, type TextFiles } from "./tree/files";
import { addsToBuild, type FluxBuildSpec } from "./tree/generate";
import { materialize } from "./materialize";
import { salvage, unbuilt } from "./salvage/salvage";
import { recallKustomizations } from "./tree/recall";
import { type Unit, unitsOf } from "./tree/units";

/** One folder to build as a Flux Kustomization would. */
export interface FolderRequest {
  readonly folder: string;
  readonly spec?: FluxBuildSpec;
  /** Folders of one group share processes; those of one cluster have no object in common. @default the folder */
  readonly group?: string;
}

/** The objects of a folder, as far as it builds, and what kustomize refuses. */
export interface FolderBuild {
  readonly objects: readonly BuiltObject[];
  readonly failures: readonly BuildFailure[];
  /** What the objects lack because kustomize refuses it. */
  readonly leftOut: readonly LeftOut[];
}

/** How to build many folders. */
export interface BuildOptions {
  /** Path of kustomize or kubectl. */
  readonly tool: string;
  readonly cache?: BuildCache;
  /** Processes at a time. @default the number of processors */
  readonly parallel?: number;
  /** Units a process; kustomize's cost grows with the square of them. @default 50 */
  readonly batchSize?: number;
  /** How long one process may build, in milliseconds. @default 300,000 */
  readonly limit?: number;
  /** Whether to look for every fault of what kustomize refuses, and to build the rest of it. @default false: one fault a unit, and none of its objects */
  readonly salvage?: boolean;
}

interface Job {
  readonly key: string;
  readonly unit: Unit;
  readonly files: TextFiles;
  readonly group: string;
}

/** Builds many folders of a tree in few processes and gives the results in the order of the requests. */
export async function buildFolders(
  files: TextFiles,
  requests: readonly FolderRequest[],
  options: BuildOptions,
): Promise<readonly FolderBuild[]> {
  if (options.cache !== undefined) recallKustomizations(files, options.cache.kustomizations);
  const planned = planJobs(files, requests, options.tool);
  const jobs = [...new Map(planned.flat().map((job) => [job.key, job])).values()];
  const results = new Map<string, UnitResult>();
  for (const { key } of jobs) {
    const objects = cachedBuild(options.cache, key);
    if (objects !== undefined) results.set(key, { kind: "built", objects });
  }
  const missing = batchesOf(
    jobs.filter(({ key }) => !results.has(key)),
    options.batchSize ?? 50,
  );
  for (const [key, result] of await runBatches(missing, options)) results.set(key, result);
  if (options.salvage === true) await salvageFailed(jobs, results, { ...options, files });
  return planned.map((own) => joined(own.map(({ key }) => results.get(key))));
}

function planJobs(files: TextFiles, requests: readonly FolderRequest[], tool: string): readonly (readonly Job[])[] {
  const keyOf = unitKeys(tool, files);
  return requests.map(({ folder: path, spec = {}, group }) => {
    const folder = normalFolder(path);
    const jobOf = (unit: Unit, own: TextFiles): Job => {
      const key = own === files ? keyOf(unit) : unitKeys(tool, own)(unit);
      return { key, unit, files: own, group: group ?? folder };
    };
    const units = addsToBuild(spec) ? undefined : unitsOf(indexFolders(files), folder);
    if (units?.every(({ resources }) => isBuildable(files, resources)) === true)
      return units.map((unit) => jobOf(unit, files));
    const changed = withFluxKustomization(files, folder, spec);
    return unitsOf(indexFolders(changed), folder).map((unit) => jobOf(unit, changed));
  });
}

/** Files, and folders with a kustomization of their own. */
function isBuildable(files: TextFiles, resources: readonly string[]): boolean {
  const tree = indexFolders(files);
  return resources.every((path) => files.has(path) || kustomizationFile(tree, path) !== undefined);
}

interface Batch {
  readonly jobs: Job[];
  readonly reached: Set<string>;
}

/** Units of one tree and group, at most `size` a batch, and no two of a batch that read the same file. */
function batchesOf(jobs: readonly Job[], size: number): readonly (readonly Job[])[] {
  const batches: Batch[] = [];
  for (const job of jobs) {
    const fits = ({ jobs: [first, ...others], reached }: Batch): boolean =>
      others.length + 1 < size &&
      first?.group === job.group &&
      first.files === job.files &&
      !job.unit.files.some((path) => reached.has(path));
    let batch = batches.find(fits);
    if (batch === undefined) batches.push((batch = { jobs: [], reached: new Set() }));
    batch.jobs.push(job);
    for (const path of job.unit.files) batch.reached.add(path);
  }
  return batches.map((batch) => batch.jobs);
}

type KeyedResult = readonly [string, UnitResult];

/** Batches of one tree share a folder on disk, with every file that any of them reads. */
async function runBatches(
  batches: readonly (readonly Job[])[],
  options: BuildOptions,
): Promise<readonly KeyedResult[]> {
  const trees = new Set(batches.flatMap(([first]) => first?.files ?? []));
  const results: KeyedResult[] = [];
  for (const files of trees) {
    const own = batches.filter(([first]) => first?.files === files);
    const needed = own.flat().flatMap(({ unit }) => unit.files.map((path) => [path, files.get(path) ?? ""] as const));
    await inScratch(async (root) => {
      materialize(new Map(needed), root);
      await limited(options.parallel ?? availableParallelism(), [...own.entries()], async ([index, jobs]) => {
        const { tool, limit } = options;
        const place = {
          tool,
          root,
          folder: `.flux-monorepo-build/${index}`,
          ...(limit === undefined ? {} : { limit }),
        };
        results.push(...(await runBatch(place, jobs, options.cache)));
      });
    });
  }
  return results;
}

async function runBatch(place: Workplace, jobs: readonly Job[], cache?: BuildCache): Promise<readonly KeyedResult[]> {
  const results = await buildBatch(
    place,
    jobs.map(({ unit }) => unit),
  );
  const keyed = jobs.flatMap(({ key }, index) => {
    const result = results[index];
    return result === undefined ? [] : [[key, keyedResult(result, key)] as const];
  });
  cache?.builds.put(
    keyed.flatMap(([key, result]) => (result.kind === "built" ? [[key, result.objects] as const] : [])),
  );
  return keyed;
}

/** How long one run looks for further faults, in milliseconds. */
const salvageLimit = 60_000;

/** Looks into every unit that failed; what it builds to has no key, since it is not what the files say. */
async function salvageFailed(
  jobs: readonly Job[],
  results: Map<string, UnitResult>,
  { files: original, ...options }: BuildOptions & { readonly files: TextFiles },
): Promise<void> {
  const until = Date.now() + salvageLimit;
  await limited(options.parallel ?? availableParallelism(), jobs, async ({ key, unit, files }) => {
    const result = results.get(key);
    if (result?.kind !== "failed") return;
    const looked = result.late === true ? unbuilt(result, unit, files) : undefined;
    results.set(key, looked ?? (await salvage(options, { unit, files, original, until, failures: result.failures })));
  });
}

function keyedResult(result: UnitResult, unit: string): UnitResult {
  return result.kind === "failed"
    ? result
    : { kind: "built", objects: result.objects.map((built) => ({ ...built, unit })) };
}

function joined(results: readonly (UnitResult | undefined)[]): FolderBuild {
  const objects = results.flatMap((result) => result?.objects ?? []);
  const failed = results.flatMap((result) => (result?.kind === "failed" ? [result] : []));
  const failures = failed.flatMap((result) => result.failures);
  return { objects, failures, leftOut: failed.flatMap(({ leftOut }) => leftOut) };
}
