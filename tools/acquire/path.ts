import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { ToolRecipe } from "../catalog/recipe";
import { lastLines, run } from "../run";

/** A program on PATH that will do, or why there is none. */
export type PathAnswer = { readonly path: string; readonly version: string } | { readonly reason: string };

/** Looks for a tool on PATH; only the first one there counts, as for a shell, and only with a version that will do. */
export async function fromPath(recipe: ToolRecipe, searchPath: string): Promise<PathAnswer> {
  const { name, onPath, version: pinned } = recipe;
  if (onPath === undefined) return { reason: "not looked for: it does not tell its version" };
  const path = await findProgram(name, searchPath);
  if (path === undefined) return { reason: "not found" };
  const { stdout, stderr, status } = await run(path, onPath.arguments, { timeout: 20_000 });
  const version = findVersion(`${stdout}\n${stderr}`);
  if (status !== 0 || version === undefined)
    return { reason: `${path} does not tell its version: ${lastLines(stderr, 1)}` };
  const { atLeast } = onPath;
  if (atLeast === undefined)
    return version === pinned ? { path, version } : { reason: `${path} is ${version}, not ${pinned}` };
  return compareVersions(version, atLeast) >= 0
    ? { path, version }
    : { reason: `${path} is ${version}, older than ${atLeast}` };
}

/** The first executable file of that name on a search path. */
export async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter).filter((entry) => entry !== "")) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return undefined;
}

/** Tells whether a path is a file that may be run. */
export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** The first full version in what a program prints, with a leading `v`. */
export function findVersion(text: string): string | undefined {
  const digits = /\bv?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)/.exec(text)?.[1];
  return digits === undefined ? undefined : `v${digits}`;
}

/** Orders two versions by their three numbers; a pre-release comes before its release. */
export function compareVersions(a: string, b: string): number {
  const parts = (version: string): readonly number[] => {
    const [numbers = "", ...rest] = version.replace(/^v/, "").split("-");
    return [...numbers.split(".").map(Number), rest.length === 0 ? 1 : 0];
  };
  const right = parts(b);
  return (
    parts(a)
      .map((part, index) => part - (right[index] ?? 0))
      .find((difference) => difference !== 0) ?? 0
  );
}
