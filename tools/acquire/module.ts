import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildFlags, type CompletedModuleBuild, type ToolRecipe } from "../catalog/recipe";
import type { ToolHost } from "../host";
import { lastLines, run } from "../run";
import { readZip } from "../system/archive";
import { downloadModule, goEnvironment } from "../system/go-module";

/** Reads the files, by name, that complete a module which lacks generated ones. */
export type Completion = () => Promise<ReadonlyMap<string, string>>;

/** Builds a tool from its pinned Go module into a folder. */
export async function fromModule(recipe: ToolRecipe, folder: string, host: ToolHost, completion: Completion): Promise<void> {
  const { module } = recipe;
  if ("folder" in module) return build(recipe, join(host.modules, module.folder), folder, host);
  const source = join(folder, "source");
  await writeCompleted(module, source, host, completion);
  await build(recipe, source, folder, host);
  await rm(source, { recursive: true, force: true });
}

async function build(recipe: ToolRecipe, source: string, folder: string, host: ToolHost): Promise<void> {
  const output = join(folder, recipe.name);
  const args = ["build", ...buildFlags(recipe.module), "-o", output, recipe.module.main];
  const { status, stderr } = await run("go", args, { cwd: source, env: goEnvironment(host.searchPath) });
  if (status === 0) return;
  if (stderr.endsWith("ENOENT")) throw new Error("go is not on PATH; https://go.dev/doc/install tells how to install it");
  throw new Error(`go build ${recipe.module.main} failed:\n${lastLines(stderr, 8)}`);
}

async function writeCompleted(module: CompletedModuleBuild, source: string, host: ToolHost, completion: Completion): Promise<void> {
  const { completed, main } = module;
  await mkdir(source, { recursive: true });
  const { zip, sum } = await downloadModule(completed, source, host.searchPath);
  if (sum !== completed.sum) throw new Error(`${completed.path}@${completed.version} has the checksum ${sum}, and ${completed.sum} is pinned`);
  const prefix = `${completed.path}@${completed.version}/`;
  const files = new Map<string, string | Buffer>();
  for (const [path, content] of readZip(await readFile(zip))) files.set(path.slice(prefix.length), content);
  for (const [name, text] of await completion()) files.set(join(main, "manifests", name), text);
  for (const [path, content] of files) {
    await mkdir(dirname(join(source, path)), { recursive: true });
    await writeFile(join(source, path), content);
  }
}
