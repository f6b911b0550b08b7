import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildFlags, type CompletedModuleBuild, type ToolRecipe } from "../catalog/recipe";
import type { ToolHost } from "../host";
import { lastLines, run } from "../run";
import { readZip } from "../system/archive";
import { downloadModule, goEnvironment } from "../system/go-module";

/** Reads the files, by name, that complete a module which lacks generated ones. */
export type Completion = () => Promise<ReadonlyMap<string, string>>;

/** A build of a tool. */
export interface ModuleJob {
  readonly recipe: ToolRecipe;
  /** Where the program goes. */
  readonly folder: string;
  readonly host: ToolHost;
  readonly completion: Completion;
}

/** Builds a tool from its pinned Go module. */
export async function fromModule(job: ModuleJob): Promise<void> {
  const { module } = job.recipe;
  if ("folder" in module) return build(job, join(job.host.modules, module.folder));
  const source = join(job.folder, "source");
  await writeCompleted(module, source, job);
  await build(job, source);
  await rm(source, { recursive: true, force: true });
}

async function build({ recipe, folder, host }: ModuleJob, source: string): Promise<void> {
  const output = join(folder, recipe.name);
  const args = ["build", ...buildFlags(recipe.module), "-o", output, recipe.module.main];
  const { status, stderr } = await run("go", args, { cwd: source, env: goEnvironment(host.searchPath) });
  if (status === 0) return;
  if (stderr.endsWith("ENOENT"))
    throw new Error("go is not on PATH; https://go.dev/doc/install tells how to install it");
  throw new Error(`go build ${recipe.module.main} failed:\n${lastLines(stderr, 8)}`);
}

async function writeCompleted(module: CompletedModuleBuild, source: string, job: ModuleJob): Promise<void> {
  const { completed, main } = module;
  const name = `${completed.path}@${completed.version}`;
  await mkdir(source, { recursive: true });
  const { zip, sum } = await downloadModule(completed, source, job.host.searchPath);
  if (sum !== completed.sum) throw new Error(`${name} has the checksum ${sum}, and ${completed.sum} is pinned`);
  const files = new Map<string, string | Buffer>();
  for (const [path, content] of readZip(await readFile(zip))) files.set(path.slice(name.length + 1), content);
  for (const [file, text] of await job.completion()) files.set(join(main, "manifests", file), text);
  for (const [path, content] of files) {
    await mkdir(dirname(join(source, path)), { recursive: true });
    await writeFile(join(source, path), content);
  }
}
