import { rmSync, statfsSync } from "node:fs";
import { mkdtemp, readdir, readFile, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import type { KubernetesObject } from "../model/object";
import { indexFolders, kustomizationFile, normalFolder, type TextFiles } from "./tree/files";
import { type FluxBuildSpec, fluxKustomization, needsGeneration } from "./tree/generate";
import { reachableFiles } from "./tree/closure";
import { materialize } from "./materialize";
import { runKustomize } from "./run";

/** Builds a folder of a tree in memory as the kustomize-controller would; throws a BuildError when kustomize refuses. */
export async function buildFolder(
  tool: string,
  files: TextFiles,
  folder: string,
): Promise<readonly KubernetesObject[]> {
  const path = normalFolder(folder);
  const prepared = withFluxKustomization(files, path, {});
  const needed = new Map(reachableFiles(indexFolders(prepared), path).map((name) => [name, prepared.get(name) ?? ""]));
  return inScratch((root) => {
    materialize(needed, root);
    return runKustomize({ tool, root, folder: path });
  });
}

/** Builds a folder on disk. One without a kustomization file is built from a copy, as Flux's generator does; the folder itself is never written to. */
export async function kustomizeBuild(tool: string, dir: string): Promise<readonly KubernetesObject[]> {
  const names = await readdir(dir);
  const listed = indexFolders(new Map(names.map((name) => [name, ""])));
  if (kustomizationFile(listed, ".") !== undefined)
    return runKustomize({ tool, root: await realpath(dir), folder: "." });
  return buildFolder(tool, await readFiles(dir), ".");
}

/** The tree with the folder's kustomization file as the kustomize-controller sees it. */
export function withFluxKustomization(files: TextFiles, folder: string, spec: FluxBuildSpec): TextFiles {
  const tree = indexFolders(files);
  if (!needsGeneration(tree, folder, spec)) return files;
  const { path, content } = fluxKustomization(tree, folder, spec);
  return new Map(files).set(path, JSON.stringify(content));
}

/** Runs a step with a temporary folder that is removed afterwards. */
export async function inScratch<T>(step: (root: string) => Promise<T>): Promise<T> {
  const root = await realpath(await mkdtemp(join(scratchParent(), "flux-monorepo-build-")));
  try {
    return await step(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Thousands of small files that live for seconds: in memory, where the machine lends a gigabyte of it, that takes a fraction of the time. */
function scratchParent(): string {
  const memory = "/dev/shm";
  if (process.env["TMPDIR"] !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 2 ** 30 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function readFiles(dir: string): Promise<TextFiles> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes("/.git/"));
  const paths = files.map((entry) => posix.relative(dir, posix.join(entry.parentPath, entry.name))).sort();
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(dir, path), "utf8")] as const)),
  );
}
