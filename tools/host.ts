import { homedir } from "node:os";
import { join } from "node:path";
import { httpDownloads, type Download } from "./system/download";

/** What tool resolution needs of the machine it runs on; tests give their own. */
export interface ToolHost {
  /** The project's tool cache, shared by every checkout of one user. */
  readonly cache: string;
  /** `PATH` that programs are looked up on. */
  readonly searchPath: string;
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly download: Download;
}

let machine: ToolHost | undefined;

/** The machine itself, read from the environment once: FLUX_MONOREPO_CACHE, XDG_CACHE_HOME and PATH. */
export function thisMachine(): ToolHost {
  machine ??= {
    cache: toolCache(process.env),
    searchPath: process.env["PATH"] ?? "",
    platform: process.platform,
    architecture: process.arch,
    download: httpDownloads(),
  };
  return machine;
}

/** The folder of the tool cache: FLUX_MONOREPO_CACHE, else `flux-monorepo` in XDG_CACHE_HOME, else in `~/.cache`. */
export function toolCache(environment: Readonly<Record<string, string | undefined>>): string {
  const { FLUX_MONOREPO_CACHE: own, XDG_CACHE_HOME: xdg } = environment;
  if (own !== undefined && own !== "") return own;
  return join(xdg !== undefined && xdg !== "" ? xdg : join(homedir(), ".cache"), "flux-monorepo");
}
