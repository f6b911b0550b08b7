import { availableParallelism } from "node:os";
import { buildBatch, type BuiltObject, type UnitResult } from "./batch";
import { inScratch, withFluxKustomization } from "./build";
import { type BuildCache, cachedBuild, unitKeys } from "./cache";
import { limited } from "./concurrency";
import type { BuildFailure } from "./failure";
import { indexFolders, normalFolder, type TextFiles } from "./tree/files";
import type { FluxBuildSpec } from "./tree/generate";
import { materialize } from "./materialize";
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
  await limited(options.parallel ?? availableParallelism(), missing, async (batch) => {
    for (const [key, result] of await runBatch(batch, options)) results.set(key, result);
  });
  return planned.map((own) => joined(own.map(({ key }) => results.get(key))));
}

function planJobs(files: TextFiles, requests: readonly FolderRequest[], tool: string): readonly (readonly Job[])[] {
  const index = (own: TextFiles) => ({ files: own, tree: indexFolders(own), keyOf: unitKeys(tool, own) });
  const folders = requests.map(({ folder }) => normalFolder(folder));
  const shared = index(folders.reduce((tree, folder) => withFluxKustomization(tree, folder, {}), files));
  return requests.map(({ spec = {}, group }, position) => {
    const folder = folders[position] ?? ".";
    const changed = withFluxKustomization(shared.files, folder, spec);
    const own = changed === shared.files ? shared : index(changed);
    return unitsOf(own.tree, folder).map((unit) => ({
      key: own.keyOf(unit),
      unit,
      files: own.files,
      group: group ?? folder,
    }));
  });
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

async function runBatch(
  jobs: readonly Job[],
  { tool, cache }: BuildOptions,
): Promise<readonly (readonly [string, UnitResult])[]> {
  const needed = new Map(
    jobs.flatMap(({ unit, files }) => unit.files.map((path) => [path, files.get(path) ?? ""] as const)),
  );
  const results = await inScratch((root) => {
    materialize(needed, root);
    return buildBatch(
      tool,
      root,
      jobs.map(({ unit }) => unit),
    );
  });
  const keyed = jobs.flatMap(({ key }, index) => {
    const result = results[index];
    return result === undefined ? [] : [[key, result] as const];
  });
  cache?.builds.put(
    keyed.flatMap(([key, result]) => (result.kind === "built" ? [[key, result.objects] as const] : [])),
  );
  return keyed;
}

function joined(results: readonly (UnitResult | undefined)[]): FolderBuild {
  const objects = results.flatMap((result) => (result?.kind === "built" ? result.objects : []));
  const failures = results.flatMap((result) => (result?.kind === "failed" ? [result.failure] : []));
  return { objects, failures };
}
