import { join } from "node:path";
import { IssuesError } from "../components/model/issue";
import { cachedFilling, fillFolder, toolFolder, type Filling } from "./acquire/cache";
import { fromModule } from "./acquire/module";
import { fromPath } from "./acquire/path";
import { fromRelease } from "./acquire/release";
import { catalog, type ToolName } from "./catalog";
import type { ToolRecipe } from "./catalog/recipe";
import { fluxManifestFiles } from "./flux-release";
import { thisMachine, type ToolHost } from "./host";
import { silentReport, type Report } from "./report";
import { reasonOf } from "./system/download";
import { limit } from "./system/limit";

export type { ToolName } from "./catalog";

/** A program that is ready to be run. */
export interface ResolvedTool {
  readonly name: ToolName;
  readonly path: string;
  /** With its leading `v`. */
  readonly version: string;
  readonly origin: "path" | "cache" | Filling;
}

const resolved = new Map<ToolName, Promise<ResolvedTool>>();
const oneOfTwoBuilds = limit(2);

/** Provides a tool: from PATH, the tool cache, the vendor's release or its pinned Go module; says once a process which it was. */
export function resolveTool(name: ToolName, report: Report = silentReport): Promise<ResolvedTool> {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  const tool = acquireTool(catalog[name], report, thisMachine()).then((found) => ({ ...found, name }));
  resolved.set(name, tool);
  tool.catch(() => resolved.delete(name));
  return tool;
}

/** Provides the tool of a recipe on a given machine, each of the four ways in turn. */
export async function acquireTool(
  recipe: ToolRecipe,
  report: Report,
  host: ToolHost,
): Promise<Omit<ResolvedTool, "name">> {
  const { name, version } = recipe;
  const found = await fromPath(recipe, host.searchPath);
  if ("path" in found) {
    report.note(`${name} ${found.version}: ${found.path}, from PATH`);
    return { ...found, origin: "path" };
  }
  const folder = await toolFolder(recipe, host);
  const tool = { path: join(folder, name), version };
  const cached = await cachedFilling(folder, name);
  if (cached !== undefined) {
    report.note(`${name} ${version}: from the tool cache (${origins[cached]})`);
    return { ...tool, origin: "cache" };
  }
  const reasons = [`PATH: ${found.reason}`, `the tool cache: no ${folder}`];
  const job = { recipe, report, host, reasons };
  const filling = await fillFolder({ folder, name, report }, (draft) => fetchOrBuild({ ...job, draft })).catch(
    (error: unknown) => {
      throw error instanceof Unavailable ? unavailable(recipe, folder, reasons) : error;
    },
  );
  report.note(`${name} ${version}: ${origins[filling]}`);
  return { ...tool, origin: filling };
}

const origins: Readonly<Record<Filling, string>> = {
  release: "from the vendor's official release",
  module: "built from its pinned Go module",
};

interface Job {
  readonly recipe: ToolRecipe;
  readonly report: Report;
  readonly host: ToolHost;
  readonly draft: string;
  /** What each way said; grows. */
  readonly reasons: string[];
}

class Unavailable extends Error {}

async function fetchOrBuild({ recipe, report, host, draft, reasons }: Job): Promise<Filling> {
  const { name, version, module } = recipe;
  try {
    await report.step(`${name} ${version}: fetching the vendor's release`, () => fromRelease(recipe, draft, host));
    return "release";
  } catch (error) {
    reasons.push(`the vendor's official release: ${reasonOf(error)}`);
  }
  try {
    const label = `${name} ${version}: building from its Go module (up to ${module.minutes} min when nothing is compiled yet)`;
    const completion = (): ReturnType<typeof fluxManifestFiles> => fluxManifestFiles(version, report, host);
    await oneOfTwoBuilds(() => report.step(label, () => fromModule({ recipe, folder: draft, host, completion })));
    return "module";
  } catch (error) {
    reasons.push(`a build of its Go module: ${reasonOf(error)}`);
    throw new Unavailable(name, { cause: error });
  }
}

function unavailable({ name, version, byHand }: ToolRecipe, folder: string, reasons: readonly string[]): IssuesError {
  const said = reasons.map((reason) => `\n  - ${reason}`).join("");
  const message = `${name} ${version} could not be had.${said}\n  To install it by hand: ${byHand}\n  The cache takes it as ${join(folder, name)}, beside a file "origin" that says release.`;
  return new IssuesError([{ code: "tool-unavailable", path: "tools/catalog.ts", resource: name, message }]);
}
