import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recipeHash, type ToolRecipe } from "../catalog/recipe";
import type { ToolHost } from "../host";
import type { Report } from "../report";
import { withLock } from "../system/lock";
import { isProgram } from "./path";

/** What a folder of the tool cache was filled from. */
export type Filling = "release" | "module";

/** A tool's folder in the cache: `tools/<name>-<version>-<hash>`; the hash changes with anything that goes into the build. */
export async function toolFolder(recipe: ToolRecipe, host: ToolHost): Promise<string> {
  const sources = "folder" in recipe.module ? await readSources(join(host.modules, recipe.module.folder)) : {};
  return join(host.cache, "tools", `${recipe.name}-${recipe.version}-${recipeHash(recipe, sources)}`);
}

/** Says what a folder of the cache was filled from; undefined when it holds no usable tool. */
export async function cachedFilling(folder: string, name: string): Promise<Filling | undefined> {
  if (!(await isProgram(join(folder, name)))) return undefined;
  const text = await readFile(join(folder, "origin"), "utf8").catch(() => "");
  return text === "release" || text === "module" ? text : undefined;
}

/** A folder of the cache and the program that it is for. */
export interface CacheFolder {
  readonly folder: string;
  readonly name: string;
  readonly report: Report;
}

/** Fills a folder as a whole or not at all: in a draft that is renamed into place, by one process at a time. */
export async function fillFolder(target: CacheFolder, fill: (draft: string) => Promise<Filling>): Promise<Filling> {
  const { folder, name, report } = target;
  const onWait = (): void => {
    report.note(`${name}: another process is at it, waiting`);
  };
  const work = async (): Promise<Filling> => {
    const present = await cachedFilling(folder, name);
    if (present !== undefined) return present;
    const draft = `${folder}.draft`;
    // What is left of a killed run: nobody else writes here while the lock is held.
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    try {
      const filling = await fill(draft);
      if (!(await isProgram(join(draft, name)))) throw new Error(`the ${filling} has no program ${name}`);
      await writeFile(join(draft, "origin"), filling);
      await rm(folder, { recursive: true, force: true });
      await rename(draft, folder);
      return filling;
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  };
  return withLock(`${folder}.lock`, work, { onWait });
}

async function readSources(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(folder)).sort();
  const entries = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
  return Object.fromEntries(entries);
}
