import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Platform } from "./catalog/recipe";
import { httpDownloads, type Download } from "./system/download";

/** What tool resolution needs of the machine it runs on; tests give their own. */
export interface ToolHost {
  /** The project's tool cache, shared by every checkout of one user. */
  readonly cache: string;
  /** `PATH` that programs are looked up on. */
  readonly searchPath: string;
  /** Undefined on a platform that vendors' releases are not fetched for. */
  readonly platform: Platform | undefined;
  /** Folder that holds a Go module for each tool. */
  readonly modules: string;
  readonly download: Download;
}

let machine: ToolHost | undefined;

/** The machine itself, read from the environment once: FLUX_MONOREPO_CACHE, XDG_CACHE_HOME and PATH. */
export function thisMachine(): ToolHost {
  machine ??= {
    cache: toolCache(process.env),
    searchPath: withGo(process.env["PATH"] ?? ""),
    platform: platformOf(process.platform, process.arch),
    modules: join(__dirname, "modules"),
    download: httpDownloads(),
  };
  return machine;
}

/** Go's own installer leaves it to login shells to put its folder on PATH; CI runs in none. */
function withGo(searchPath: string): string {
  const folder = "/usr/local/go/bin";
  const folders = searchPath.split(delimiter);
  return folders.includes(folder) ? searchPath : [...folders, folder].join(delimiter);
}

/** The folder of the tool cache: FLUX_MONOREPO_CACHE, else `flux-monorepo` in XDG_CACHE_HOME, else in `~/.cache`. */
export function toolCache(environment: Readonly<Record<string, string | undefined>>): string {
  const { FLUX_MONOREPO_CACHE: own, XDG_CACHE_HOME: xdg } = environment;
  if (own !== undefined && own !== "") return own;
  return join(xdg !== undefined && xdg !== "" ? xdg : join(homedir(), ".cache"), "flux-monorepo");
}

/** Node's names of a platform in the terms of release files. */
export function platformOf(os: string, arch: string): Platform | undefined {
  if (os !== "linux" && os !== "darwin") return undefined;
  if (arch === "x64") return { os, arch: "amd64" };
  return arch === "arm64" ? { os, arch } : undefined;
}
