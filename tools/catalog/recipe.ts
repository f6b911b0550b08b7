import { createHash } from "node:crypto";
import type { GoModule } from "../system/go-module";

/** A platform that tools are fetched for, in Go's names; on others only PATH and the module build are tried. */
export interface Platform {
  readonly os: "linux" | "darwin";
  readonly arch: "amd64" | "arm64";
}

/** One file of a vendor's release. */
export interface ReleaseAsset {
  readonly url: string;
  /** How the program lies in it: as the file itself, or in an archive at `member`. */
  readonly form:
    | { readonly kind: "program" }
    | { readonly kind: "tar.gz" | "zip"; readonly member: string; readonly siblings?: boolean };
  /** Where the vendor publishes the asset's sha256: in the GitHub release's own record, or in a file that starts with it. */
  readonly digest: { readonly github: string; readonly tag: string } | { readonly file: string };
}

/** How a tool is built from a pinned Go module. */
export interface ModuleBuild {
  /** Folder of `tools/modules/` whose go.mod and go.sum pin everything that is compiled. */
  readonly folder: string;
  /** Main package; `.` where the folder brings its own. */
  readonly main: string;
  /** String variables that the linker sets: the versions that programs report. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Minutes that a cold build takes on two cores, for the progress line. */
  readonly minutes: number;
}

/** The flux CLI's build: its module lacks a generated folder, so it is completed in a copy. */
export interface CompletedModuleBuild extends Omit<ModuleBuild, "folder"> {
  readonly completed: GoModule & { readonly sum: string };
}

/** How one tool is found, fetched or built. */
export interface ToolRecipe {
  /** File name of the program. */
  readonly name: string;
  /** The version that is fetched or built, with its leading `v`. */
  readonly version: string;
  /** How a program on PATH tells its version, and which one will do: the pinned one, or at least another. Without it PATH is not consulted. */
  readonly onPath?: { readonly arguments: readonly string[]; readonly atLeast?: string };
  /** The vendor's release for a platform; undefined where the vendor publishes none. */
  readonly release?: (platform: Platform) => ReleaseAsset | undefined;
  readonly module: ModuleBuild | CompletedModuleBuild;
  /** What a person does to install it. */
  readonly byHand: string;
}

/** Shorthand for an asset of a GitHub release; the release's record has its digest. */
export function githubAsset(repository: string, tag: string, file: string): Pick<ReleaseAsset, "url" | "digest"> {
  const url = `https://github.com/${repository}/releases/download/${encodeURIComponent(tag)}/${file}`;
  return { url, digest: { github: repository, tag } };
}

/** Flags of `go build` for a recipe; part of what names its folder in the cache. */
export function buildFlags({ variables = {} }: Pick<ModuleBuild, "variables">): readonly string[] {
  const settings = Object.entries(variables).map(([name, value]) => ` -X ${name}=${value}`);
  return ["-trimpath", "-buildvcs=false", `-ldflags=-s -w${settings.join("")}`];
}

/** Names what a recipe produces: twelve digits that change with anything that goes into it. */
export function recipeHash(recipe: ToolRecipe, sources: Readonly<Record<string, string>>): string {
  const module = { ...recipe.module, minutes: undefined };
  const content = { version: recipe.version, module, flags: buildFlags(module), sources };
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12);
}
